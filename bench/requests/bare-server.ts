import { createServer } from 'node:http';
import { SERVER_OPTIONS } from '../../http/server-options.ts';
import { bareAnswer, type Message } from './bare-answer.ts';

/**
 * What the site is compared with, as a process of its own: Node's server, which says the same to
 * whoever asks. It has the site's own options. Is told the answer by its parent and tells it the port.
 */
process.once('message', (message: Message) => {
  const answer = bareAnswer(message);
  const server = createServer(SERVER_OPTIONS, (_, outgoing) => answer(outgoing));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.send?.(address?.port);
  });
});
process.once('disconnect', () => process.exit());
