import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { NO_ROUTE, routePattern } from './route-pattern.ts';

const METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'],
]);
const OTHER = 'OTHER';
/** Whose connection ends before the answer gets none; nginx writes down this number, too. */
const LEFT_BEFORE = 499;

export interface RequestLogNeeds {
  /** Is given whole lines, several at once. */
  write: (lines: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface RequestLog {
  /** Writes a line about what was too broken to become a request. */
  tellBroken(status: number, bytes: number): void;
  /** Writes what has not been written yet. */
  flush(): void;
}

/**
 * Writes a line of JSON for every request, once its answer has ended. What is in it is a number or
 * comes from a fixed list: no id, query, header, body or address of a reader. It listens to the
 * server and not to the site's app, so that it also sees what never gets there.
 */
export function logRequests(server: Server, { write, now }: RequestLogNeeds): RequestLog {
  /** How many bytes of each connection belong to answers that have their line. */
  const counted = new WeakMap<Duplex, number>();
  const timestamp = timestamps(now);
  let lines = '';

  function flush(): void {
    const written = lines;
    lines = '';
    if (written !== '') write(written);
  }

  function tell(method: string, route: string, status: number, ms: number, bytes: number): void {
    // One write for all that ends in one turn of the event loop.
    if (lines === '') setImmediate(flush);
    lines += `{"time":"${timestamp()}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"bytes":${bytes}}\n`;
  }

  function watch({ method = '', url = '', socket }: IncomingMessage, answer: ServerResponse): void {
    const began = performance.now();
    answer.once('close', () => {
      const { bytesWritten } = socket;
      tell(
        METHODS.has(method) ? method : OTHER,
        routePattern(url),
        answer.headersSent ? answer.statusCode : LEFT_BEFORE,
        Math.round((performance.now() - began) * 10) / 10,
        bytesWritten - (counted.get(socket) ?? 0),
      );
      counted.set(socket, bytesWritten);
    });
  }

  server.on('request', watch);
  return {
    tellBroken: (status, bytes) => tell(OTHER, NO_ROUTE, status, 0, bytes),
    flush,
  };
}

/** The time as text, which is made once for all that ends in the same millisecond. */
function timestamps(now: () => number): () => string {
  let at = Number.NaN;
  let text = '';
  return () => {
    const time = now();
    if (time !== at) {
      at = time;
      text = new Date(time).toISOString();
    }
    return text;
  };
}
