import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { NO_ROUTE, routePattern } from './route-pattern.ts';

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
]);
const OTHER = 'OTHER';
/** Milliseconds for which lines are batched. A write in every turn of the event loop cost a request 2 µs of 25. */
const GATHERED_MS = 20;
/** The client closed the connection before the answer. The number is nginx's. */
const LEFT_BEFORE = 499;

interface RequestLogNeeds {
  /** Called with whole lines, several at once. */
  write: (lines: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface RequestLog {
  /**
   * Writes a line about a request once its answer has ended.
   * @param sent how many bytes the answer takes, when all of it was given to the connection already; else 0
   */
  watch(incoming: IncomingMessage, answer: ServerResponse, sent: number): void;
  /** Writes a line about a request that was answered synchronously and completely. */
  tellSent(incoming: IncomingMessage, answer: ServerResponse, bytes: number): void;
  /** Writes a line about what could not be parsed as a request. */
  tellBroken(status: number, bytes: number): void;
  /** Writes what has not been written yet. */
  flush(): void;
}

/**
 * Writes a line of JSON for every request, once its answer has ended. What is in it is a number or
 * comes from a fixed list: no id, query, header, body or address of a reader. Fed by the server, not by
 * the app, so that it also has requests that never get there.
 */
export function createRequestLog({ write, now }: RequestLogNeeds): RequestLog {
  /** How many bytes of each connection have been logged. */
  const counted = new WeakMap<Duplex, number>();
  const timestamp = timestamps();
  let lines = '';

  function flush(): void {
    const written = lines;
    lines = '';
    if (written !== '') write(written);
  }

  function tell(method: string, target: string, status: number, ms: number, bytes: number): void {
    if (lines === '') setTimeout(flush, GATHERED_MS).unref();
    const known = METHODS.has(method) ? method : OTHER;
    lines += `{"time":"${timestamp(now())}","method":"${known}","route":"${routePattern(target)}","status":${status},"ms":${ms},"bytes":${bytes}}\n`;
  }

  return {
    watch({ method = '', url = '', socket }, answer, sent) {
      const began = performance.now();
      const sentBefore = socket.bytesWritten - sent;
      answer.once('close', () => {
        const { bytesWritten } = socket;
        // An earlier request on this connection may have been answered meanwhile.
        const before = Math.max(sentBefore, counted.get(socket) ?? 0);
        counted.set(socket, bytesWritten);
        const status = sent > 0 || answer.headersSent ? answer.statusCode : LEFT_BEFORE;
        const ms = Math.round((performance.now() - began) * 10) / 10;
        tell(method, url, status, ms, bytesWritten - before);
      });
    },
    tellSent: ({ method = '', url = '' }, { statusCode }, bytes) =>
      tell(method, url, statusCode, 0, bytes),
    tellBroken: (status, bytes) => tell(OTHER, NO_ROUTE, status, 0, bytes),
    flush,
  };
}

/** Formats times, once for each millisecond. */
function timestamps(): (time: number) => string {
  let at = Number.NaN;
  let text = '';
  return (time) => {
    if (time !== at) {
      at = time;
      text = new Date(time).toISOString();
    }
    return text;
  };
}
