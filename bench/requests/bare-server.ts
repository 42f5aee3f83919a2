import { createServer } from 'node:http';
import { SERVER_OPTIONS } from '../../http/server-options.ts';
import { bareAnswer, type Message } from './bare-answer.ts';

/**
 * A child process that the site is compared with: Node's server with the site's options, which gives the
 * same answer to every request. Its parent tells it the answer, and is told the port.
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
