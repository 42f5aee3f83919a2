import {
  ListenResponse,
  TargetChangeTargetChangeType,
} from '@firestore-emulator/proto/dist/google/firestore/v1/firestore.js';
import { FirestoreServer } from '@firestore-emulator/server';
import { Firestore } from '@google-cloud/firestore';
import {
  type Faults,
  type Handlers,
  mendCommit,
  mendListen,
  mendReads,
  REFUSED,
} from './mend-firestore-emulator.ts';

/**
 * The emulator from npm, with what Google's own service has and it lacks:
 * - a commit is whole or not at all: every precondition is looked at before anything is written;
 * - a precondition on the time of a document's last update is looked at, instead of ignored;
 * - two commits never have the same time;
 * - a call to listen ends when its client ends it, which otherwise keeps the client's process alive.
 * It listens on loopback alone, on a port that is free.
 */
export interface FirestoreEmulator {
  /** For FIRESTORE_EMULATOR_HOST. */
  host: string;
  /** What a process needs to reach it. */
  environment: Record<string, string>;
  /** The id of a project in which there is nothing yet. */
  newProject(): string;
  /** Google's client, to look at a project from outside. */
  client(project: string): Firestore;
  /** The next so many commits are kept, but their answers are lost on the way. */
  loseAnswers(count: number): void;
  /**
   * Once the next commit has been kept, every read is refused.
   * @returns ends that
   */
  refuseReadsAfterCommit(): () => void;
  /** Does other work just before the next commit that deletes something. */
  beforeDeletion(work: () => Promise<unknown>): void;
  /** From now on, each document of a query is sent so many milliseconds after the one before. */
  sendSlowly(pause: number): void;
  /** Tells all listeners that they have been removed. */
  refuseListeners(): void;
  stop(): Promise<void>;
}

type Bound = (error: Error | null, port: number) => void;

/** Private parts of the emulator that are changed here. */
interface Insides {
  server: {
    bindAsync(address: string, credentials: unknown, bound: Bound): void;
    handlers: Handlers;
  };
}

const REFUSAL = {
  target_change_type: TargetChangeTargetChangeType.REMOVE,
  // The only target that Google's client ever asks for.
  target_ids: [1],
  cause: REFUSED,
};

/** Keeps Google's client from asking the network whether it runs in Google's cloud. */
const ON_NO_CLOUD = { METADATA_SERVER_DETECTION: 'none' };

let projects = 0;

export async function startFirestoreEmulator(): Promise<FirestoreEmulator> {
  Object.assign(process.env, ON_NO_CLOUD);
  const emulator = new FirestoreServer();
  const { server } = emulator as unknown as Insides;
  const listeners = mendListen(server.handlers);
  const faults: Faults = { answersToLose: 0, reads: 'given', pause: 0, beforeDeletion: null };
  mendCommit(emulator, server.handlers, faults);
  mendReads(server.handlers, faults);
  const bind = server.bindAsync.bind(server);
  let host = '';
  server.bindAsync = (_, credentials, bound) =>
    bind('127.0.0.1:0', credentials, (error, port) => {
      host = `127.0.0.1:${port}`;
      bound(error, port);
    });
  await emulator.start(0);

  const clients: Firestore[] = [];
  return {
    host,
    environment: { ...ON_NO_CLOUD, FIRESTORE_EMULATOR_HOST: host },
    newProject() {
      projects += 1;
      return `letters-${process.pid}-${projects}`;
    },
    client(projectId) {
      const client = new Firestore({ projectId, host, ssl: false });
      clients.push(client);
      return client;
    },
    loseAnswers(count) {
      faults.answersToLose = count;
    },
    refuseReadsAfterCommit() {
      faults.reads = 'given until a commit';
      return () => {
        faults.reads = 'given';
      };
    },
    beforeDeletion(work) {
      faults.beforeDeletion = work;
    },
    sendSlowly(pause) {
      faults.pause = pause;
    },
    refuseListeners() {
      for (const call of listeners)
        call.write(ListenResponse.fromObject({ target_change: REFUSAL }));
    },
    async stop() {
      await Promise.all(clients.map((client) => client.terminate()));
      emulator.stop();
    },
  };
}
