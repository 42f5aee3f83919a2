import { get } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A whole answer, with its body decompressed. */
export interface Sight {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Look {
  method?: string;
  headers?: Record<string, string>;
}

/** Headers that differ between answers for reasons that have nothing to do with letters. */
const RESTLESS = ['date'];

/** Requests something without a cookie. The body is decompressed; Content-Encoding stays in the headers. */
export async function look(
  url: string,
  { method = 'GET', headers = {} }: Look = {},
): Promise<Sight> {
  const plain = { 'Accept-Encoding': 'identity', ...headers };
  const response = await fetch(url, { method, headers: plain, redirect: 'manual' });
  const sent = [...response.headers].filter(([name]) => !RESTLESS.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(sent),
    body: await response.text(),
  };
}

/** What the live stream sends at once to a reader who connects, or resumes with a number. */
export function lookAtStream(url: string, headers: Record<string, string> = {}): Promise<Sight> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.once('error', () => {});
      const all = () => {
        request.destroy();
        const { 'content-type': type = '', 'cache-control': cache = '' } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          headers: { type, cache },
          // The retry time is random for each reader, and heartbeats depend on the clock.
          body: body.replace(/^retry: \d+$/m, 'retry').replaceAll('event: beat\ndata\n\n', ''),
        });
      };
      // The site says it all in one turn of its loop: once it has answered another request, that has come, too.
      look(new URL('/healthz', url).href).then(nextTurn).then(all, reject);
    });
    request.once('error', reject);
  });
}

/** An answer as one text, to be searched and compared. */
export function textOf({ status, headers, body }: Sight): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [status, ...lines.toSorted(), '', body].join('\n');
}
