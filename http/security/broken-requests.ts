import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '#core/errors.ts';
import { PROBLEM_TYPE, problemBody } from '../problem.ts';

/**
 * How many pipelined requests may be unanswered on one connection. Each is answered at once, and both are
 * held in memory until its turn: for ever behind a stream, or an answer that nobody reads. Browsers do not
 * pipeline; not 1, since a request may be read before the answer to the last one is known to have been sent.
 */
const MAX_UNANSWERED = 2;

/** By the codes of https://nodejs.org/api/http.html#event-clienterror; any other is `request-unreadable`. */
const CODES: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
};

/**
 * Answers requests that cannot be parsed, or take too long to arrive, with a problem and the security
 * headers, both of which Node's own answer would lack. Cuts off connections that pipeline too many
 * requests.
 * @param tell called for an answer that belongs to no request, with its status and its bytes
 * @returns to be called with every request that is not answered synchronously
 */
export function answerBrokenRequests(
  server: Server,
  securityHeaders: Record<string, string>,
  tell: (status: number, bytes: number) => void,
): (incoming: IncomingMessage, answer: ServerResponse) => void {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const begun = [...(unanswered.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    // Another answer must not be written into one that has begun.
    if (begun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'request-unreadable';
    const raw = rawAnswer(code, securityHeaders);
    socket.write(raw);
    // Closes once this is flushed, without waiting for the client to close.
    socket.destroySoon();
    // A request that was being answered is logged when its connection closes.
    if (!unanswered.get(socket)?.size) tell(PROBLEMS[code].status, raw.length);
  });
  // After a CONNECT, Node no longer manages the connection, and answers that are queued on it would never
  // close: the site would wait for them when it stops.
  server.on('connect', ({ socket }) => {
    for (const answer of unanswered.get(socket) ?? []) answer.destroy();
    socket.destroy();
  });
  server.on('checkContinue', (request, answer) => {
    // Without a socket, this answer is queued behind another, and Node would write the `100` into that one.
    if (answer.socket) answer.writeContinue();
    server.emit('request', request, answer);
  });
  // Other expectations than `100-continue` are ignored instead of refused with 417.
  server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));

  return ({ socket }, answer) => {
    const answers = unanswered.getOrInsertComputed(socket, () => new Set()).add(answer);
    answer.once('close', () => answers.delete(answer));
    if (answers.size > MAX_UNANSWERED) socket.destroy();
  };
}

function rawAnswer(code: ProblemCode, securityHeaders: Record<string, string>): string {
  const { status } = PROBLEMS[code];
  const body = problemBody(code);
  const headers = {
    ...securityHeaders,
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
