import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be closed and opened again, on a loopback port that stays the same. */
export interface TcpGate {
  host: string;
  /** Cuts every connection, and refuses new ones. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** @param target a host and port, like `127.0.0.1:8080` */
export async function openTcpGate(target: string): Promise<TcpGate> {
  const [host = '', port] = target.split(':');
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let ownPort = 0;

  function join(client: Socket): void {
    const upstream = connect(Number(port), host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      const end = () => {
        client.destroy();
        upstream.destroy();
      };
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.pipe(upstream).pipe(client);
  }

  async function open(): Promise<void> {
    server = createServer(join).listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    ownPort = (server.address() as AddressInfo).port;
  }

  await open();
  return {
    host: `127.0.0.1:${ownPort}`,
    open,
    async close() {
      if (!server?.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
