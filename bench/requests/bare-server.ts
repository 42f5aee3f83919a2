import { createServer } from 'node:http';
import { SERVER_OPTIONS } from '../../http/server-options.ts';
import type { CapturedAnswer } from './captured-answer.ts';

/** Up to so many bytes a text goes out in one piece with its head, which is quicker; as the site does. */
const IN_ONE_PIECE = 12 * 1024;

/**
 * What the site is compared with, as a process of its own: Node's server, which says the same to
 * whoever asks, without looking at what is asked. It has the site's own options. Is told the answer
 * by its parent and tells it the port.
 */
process.once('message', ({ status, headers, body }: Message) => {
  const bytes = Buffer.from(body, 'base64');
  const said = bytes.byteLength > IN_ONE_PIECE ? bytes : bytes.toString('latin1');
  const server = createServer(SERVER_OPTIONS, (_, outgoing) => {
    outgoing.writeHead(status, headers);
    outgoing.end(said, 'latin1');
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.send?.(address?.port);
  });
});
process.once('disconnect', () => process.exit());

/** An answer, with its body in base64. */
export type Message = Omit<CapturedAnswer, 'body'> & { body: string };
