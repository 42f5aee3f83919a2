import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** A proxy between a client and a server that can fall silent, as a broken network does, or refuse. */
export interface TcpProxy {
  port: number;
  /** Cuts every connection and refuses new ones, as a server that is down. */
  shut(): Promise<void>;
  /** Takes connections again, on the same port. */
  reopen(): Promise<void>;
  /** From now on nothing comes through, but connections stay open. */
  freeze(): void;
  /** New connections are served again; those from before stay dead. */
  thaw(): void;
}

/** Ends with the test that asked for it. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    if (frozen) return;
    const upstream = keep(connect(target, '127.0.0.1'));
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  // One that no connection can have taken meanwhile, because the proxy comes back to it.
  const port = await freePort();
  const open = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await open();
  return {
    port,
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: open,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw() {
      frozen = false;
    },
  };
}
