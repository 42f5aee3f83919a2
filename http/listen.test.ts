import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('where the system keeps a port for itself, as Windows also 2919 to 3018, another is named', async () => {
  const server = createServer();
  server.listen = () => {
    const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
    queueMicrotask(() => server.emit('error', refused));
    return server;
  };
  await expect(listen(server, { port: 3000, host: '127.0.0.1' })).rejects.toThrow(
    'Port 3000 may not be used by this account: the system keeps those below 1024 for itself, and on Windows ' +
      'also others. Choose another in the file .env, like PORT=8080.',
  );
});
