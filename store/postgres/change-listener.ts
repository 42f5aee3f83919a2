import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '#core/log.ts';
import { CHANNEL } from './change-log.ts';
import type { Connections } from './connections.ts';
import { unavailable } from './engine-error.ts';

/** The pauses between attempts to connect: doubled each time. */
const PAUSE_MS = { first: 50, longest: 5000 };

/** Listens for the announcements of commits, and connects again when its connection is lost. */
interface ChangeListener {
  /**
   * Resolves once it listens, or could not, as where a replica refuses it: until it can, `catchUp` is called
   * at each attempt.
   */
  start(): Promise<void>;
  /** Replaces the connection, which may have missed an announcement. */
  doubt(): void;
  close(): void;
}

export interface ListenerNeeds {
  connections: Connections;
  /** Called with each announcement. */
  heard: (seq: number) => void;
  /**
   * Called when a connection was made or lost, and at each heartbeat, because a dead connection, or one to a
   * pooler, may silently hear nothing. Rejects when it failed.
   */
  catchUp: () => Promise<void>;
  /** Milliseconds between two heartbeats. */
  heartbeat: number;
  log: Log;
}

interface Link {
  client: Client;
  /** Aborted when the connection can no longer be relied upon. */
  lost: AbortController;
}

export function listenForChanges(needs: ListenerNeeds): ChangeListener {
  const { connections, heard, catchUp, heartbeat, log } = needs;
  const closing = new AbortController();
  let starting: Promise<void> | null = null;
  let link: Link | null = null;
  /** Whether there has been a connection. */
  let begun = false;

  async function connect(): Promise<Link> {
    const client = connections.client();
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The connection ended.')));
    client.on('notification', ({ payload }) => heard(Number(payload)));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      connections.end(client);
      throw error;
    }
    return { client, lost };
  }

  /** Never resolves: rejects when the connection is lost. */
  async function hold({ client, lost }: Link, reliable: () => void): Promise<never> {
    for (;;) {
      await catchUp();
      lost.signal.throwIfAborted();
      reliable();
      await sleep(heartbeat, undefined, { signal: lost.signal, ref: false });
      await client.query('SELECT 1');
    }
  }

  /** @param failures how many attempts to connect have failed in a row, the first of which was logged */
  async function keep(failures: number): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        link ??= await connect();
        await hold(link, () => {
          if (failures > 0)
            log(`The watch for new letters ${begun ? 'is connected again' : 'has begun'}.`);
          failures = 0;
          begun = true;
        });
      } catch (error) {
        if (closing.signal.aborted) return;
        const cause = link?.lost.signal.reason ?? error;
        if (failures === 0)
          log('The watch for new letters lost its connection.', unavailable(cause));
      }
      drop();
      // Changes that cannot be announced can perhaps still be read.
      await catchUp().catch(() => {});
      const pause =
        Math.min(PAUSE_MS.first * 2 ** failures, PAUSE_MS.longest) * (0.5 + Math.random() / 2);
      failures += 1;
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  function drop(): void {
    if (link) connections.end(link.client);
    link = null;
  }

  return {
    start() {
      starting ??= connect().then(
        (made) => {
          link = made;
          begun = true;
          void keep(0);
        },
        (error) => {
          if (closing.signal.aborted) return;
          log('The watch for new letters could not begin.', unavailable(error));
          void keep(1);
        },
      );
      return starting;
    },
    doubt: () => link?.lost.abort(new Error('The changes could not be read.')),
    close() {
      closing.abort();
      link?.lost.abort();
      drop();
    },
  };
}
