import { Agent, request } from 'node:http';

export interface TimedAnswer {
  /** From the request to the last byte of the answer. */
  milliseconds: number;
  status: number;
  /** Names and values in turn. */
  headers: string[];
  body: string;
}

export interface TimedCall {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

interface TimedCalls extends Disposable {
  /** Rejects when the answer is not a success. */
  call(path: string, call?: TimedCall): Promise<TimedAnswer>;
}

/** One keep-alive connection to a site, as a browser has. Calls are made one after the other. */
export function timedCalls(port: number): TimedCalls {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const origin = `http://localhost:${port}`;

  function call(path: string, { method = 'GET', headers, body }: TimedCall = {}) {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const more = sent === undefined ? {} : { 'Content-Type': 'application/json' };
    const options = { port, path, method, agent, headers: { Origin: origin, ...more, ...headers } };
    return new Promise<TimedAnswer>((resolve, reject) => {
      const asked = performance.now();
      const asking = request({ host: 'localhost', ...options }, (response) => {
        const { statusCode: status = 0, rawHeaders: headers } = response;
        let body = '';
        response.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        response.once('error', reject).once('end', () => {
          const milliseconds = performance.now() - asked;
          if (status < 300) resolve({ milliseconds, status, headers, body });
          else reject(new Error(`${method} ${path}: ${status} ${body}`));
        });
      });
      asking.once('error', reject).end(sent);
    });
  }

  return { call, [Symbol.dispose]: () => agent.destroy() };
}
