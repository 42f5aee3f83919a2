import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '#core/errors.ts';
import { PROBLEM_TYPE, problemBody } from '../problem.ts';

/**
 * So many requests may wait on a connection for the answers before theirs. Each answer is made at once,
 * and held until its turn; browsers ask for the next thing when they have the last.
 */
const MOST_UNANSWERED = 8;

/** By the codes of https://nodejs.org/api/http.html#event-clienterror. All else is unreadable. */
const CODES: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
};

/**
 * Answers what cannot be read, or takes too long to arrive, as the site answers everything: with a
 * problem and the headers that protect it. Node alone would answer bare of both. Whoever asks for a great
 * many things and waits for none of them is cut off.
 * @param securityHeaders of every answer
 * @param tell of an answer that belongs to no request: its status, and how many bytes it has
 * @returns is to be given every request whose answer does not go out at once
 */
export function answerBrokenRequests(
  server: Server,
  securityHeaders: Record<string, string>,
  tell: (status: number, bytes: number) => void,
): (incoming: IncomingMessage, answer: ServerResponse) => void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const begun = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    // An answer that has begun must not be mixed with another.
    if (begun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'request-unreadable';
    const words = lastWords(code, securityHeaders);
    socket.write(words);
    // Waits for these words to go out, but not for whoever sent that to hang up.
    socket.destroySoon();
    // What was being answered is told of when its connection is gone.
    if (!open.get(socket)?.size) tell(PROBLEMS[code].status, words.length);
  });
  // Whoever wants to be led elsewhere (CONNECT) is hung up on by Node. A listener could say a word,
  // but would take over the connection, and what else was asked on it would never be cleaned up.
  server.on('checkContinue', (request, answer) => {
    // Behind an answer that is not finished, Node would put it between the head and the body of this.
    if (answer.socket) answer.writeContinue();
    server.emit('request', request, answer);
  });
  // What else may be expected besides `100-continue` is not met, which nobody need be refused for.
  server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));

  return ({ socket }, answer) => {
    const answers = open.getOrInsertComputed(socket, () => new Set()).add(answer);
    answer.once('close', () => answers.delete(answer));
    if (answers.size > MOST_UNANSWERED) socket.destroy();
  };
}

function lastWords(code: ProblemCode, securityHeaders: Record<string, string>): string {
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
