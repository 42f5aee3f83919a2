import { once } from 'node:events';
import type { Server } from 'node:http';
import { OwnerFacingError } from '#core/errors.ts';

/**
 * How many new connections the kernel queues. It drops what comes beyond that, and a browser retries
 * only after one second, or three.
 */
const BACKLOG = 4096;

interface ListenAddress {
  /** 0 lets the machine choose a free one. */
  port: number;
  host: string;
}

/** @throws OwnerFacingError when the server cannot listen at this address */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  try {
    server.listen(address.port, address.host, BACKLOG);
    await once(server, 'listening');
  } catch (error) {
    const reason = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new OwnerFacingError(reason(address), { cause: error });
  }
}

const LISTEN_FAULTS: Record<string, (address: ListenAddress) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use, perhaps by this site in another terminal. Stop what uses it there, or ` +
    `choose another port in the file .env, like PORT=${port === 3001 ? 3002 : 3001}.`,
  EACCES: ({ port }) =>
    `Port ${port} may not be used by this account: the system keeps those below 1024 for itself, and on ` +
    'Windows also others. Choose another in the file .env, like PORT=8080.',
  EADDRNOTAVAIL: noSuchAddress,
  ENOTFOUND: noSuchAddress,
  // For a name where there is no network, and for IPv6 addresses where there is no IPv6.
  EAI_AGAIN: noSuchAddress,
  EAFNOSUPPORT: noSuchAddress,
  EINVAL: noSuchAddress,
};

function noSuchAddress({ host }: ListenAddress): string {
  return `This machine has no address ${host}. Set HOST to one that it has, or leave it out.`;
}
