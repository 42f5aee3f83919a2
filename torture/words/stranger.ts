import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What came back from one place, whole: status, headers and the body as its reader sees it. */
export interface Sight {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Look {
  method?: string;
  headers?: Record<string, string>;
}

/** Differs from one answer to the next for reasons that have nothing to do with letters. */
const RESTLESS = ['date'];

/** Asks without a cookie, as anyone may. The body is unpacked; what packed it stays in the headers. */
export function look(url: string, { method = 'GET', headers = {} }: Look = {}): Promise<Sight> {
  return new Promise((resolve, reject) => {
    const request = get(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const sent = Object.entries(response.headers).filter(([name]) => !RESTLESS.includes(name));
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
          body: unpacked(Buffer.concat(chunks), response.headers['content-encoding']),
        });
      });
    });
    request.once('error', reject);
  });
}

function unpacked(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return body.toString();
}

/** How long a stream is listened to that has nothing more to say, in milliseconds. */
const SILENCE = 150;

/** What a reader is told at once who comes to the live stream, or comes back with a number. */
export function lookAtStream(url: string, headers: Record<string, string> = {}): Promise<Sight> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
        quiet.refresh();
      });
      const quiet = setTimeout(() => {
        request.destroy();
        const { 'content-type': type = '', 'cache-control': cache = '' } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          headers: { type, cache },
          // The one is chosen at random for each reader; the other beats by the clock, for all.
          body: body.replace(/^retry: \d+$/m, 'retry').replace(/^:\n\n/gm, ''),
        });
      }, SILENCE);
      response.once('error', () => {});
    });
    request.once('error', reject);
  });
}

/** A sight as one text, in which words can be looked for and which can be compared. */
export function textOf({ status, headers, body }: Sight): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [status, ...lines.toSorted(), '', body].join('\n');
}
