import { createServer, type RequestListener } from 'node:http';
import { SERVER_OPTIONS } from '../../http/site-server.ts';

/**
 * Makes this child process a server with the site's options. Its parent sends one message, from which the
 * server is made, gets the port back, and ends the process by disconnecting.
 */
export function serveParent<Message>(listenerFor: (message: Message) => RequestListener): void {
  process.once('message', (message: Message) => {
    const server = createServer(SERVER_OPTIONS, listenerFor(message));
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object') process.send?.(address?.port);
    });
  });
  process.once('disconnect', () => process.exit());
}
