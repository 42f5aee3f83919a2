import { FirestoreServer } from '@firestore-emulator/server';
import { Firestore } from '@google-cloud/firestore';

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
  /** The id of a project in which there is nothing yet. */
  newProject(): string;
  /** Google's client, to look at a project from outside. */
  client(project: string): Firestore;
  stop(): Promise<void>;
}

interface Time {
  seconds: number;
  nanos: number;
}
interface Precondition {
  has_exists: boolean;
  exists: boolean;
  has_update_time: boolean;
  update_time: Time;
}
interface Write {
  has_delete: boolean;
  delete: string;
  update: { name: string };
  has_current_document: boolean;
  current_document: Precondition;
}
type Answer = (error: { code: number; message: string } | null, response?: unknown) => void;
type Commit = (call: { request: { writes: Write[] } }, answer: Answer) => void;
type Bound = (error: Error | null, port: number) => void;

type Listen = (call: { once(event: 'end', ended: () => void): void; end(): void }) => void;
interface Handlers {
  get(path: '/google.firestore.v1.Firestore/Commit'): { func: Commit } | undefined;
  get(path: '/google.firestore.v1.Firestore/Listen'): { func: Listen } | undefined;
}

/** What the emulator keeps to itself. */
interface Insides {
  server: {
    bindAsync(address: string, credentials: unknown, bound: Bound): void;
    handlers: Handlers;
  };
}

let projects = 0;

export async function startFirestoreEmulator(): Promise<FirestoreEmulator> {
  // Google's client would otherwise ask the network whether it runs in Google's cloud.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const emulator = new FirestoreServer();
  const { server } = emulator as unknown as Insides;
  mendCommit(emulator, server.handlers);
  mendListen(server.handlers);
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
    newProject() {
      projects += 1;
      return `letters-${process.pid}-${projects}`;
    },
    client(projectId) {
      const client = new Firestore({ projectId, host, ssl: false });
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.terminate()));
      emulator.stop();
    },
  };
}

function mendListen(handlers: Handlers): void {
  const handler = handlers.get('/google.firestore.v1.Firestore/Listen');
  if (!handler) throw new Error('The emulator cannot listen.');
  const listen = handler.func;
  handler.func = (call) => {
    listen(call);
    call.once('end', () => call.end());
  };
}

function mendCommit({ state }: FirestoreServer, handlers: Handlers): void {
  const handler = handlers.get('/google.firestore.v1.Firestore/Commit');
  if (!handler) throw new Error('The emulator cannot commit.');
  const commit = handler.func;
  let last = 0;
  handler.func = (call, answer) => {
    for (const write of call.request.writes) {
      const { metadata } = state.getDocument(write.has_delete ? write.delete : write.update.name);
      const fault = write.has_current_document && faultIn(write.current_document, metadata);
      if (fault) return answer(fault);
    }
    // Its clock counts milliseconds.
    while (Date.now() === last);
    last = Date.now();
    commit(call, answer);
  };
}

/** With the status codes of gRPC, as the real service answers. */
function faultIn(
  wanted: Precondition,
  { hasExist, updatedAt }: { hasExist: boolean; updatedAt: Date | null },
) {
  if (wanted.has_exists && wanted.exists && !hasExist) {
    return { code: 5, message: 'No document to update' };
  }
  if (wanted.has_exists && !wanted.exists && hasExist) {
    return { code: 6, message: 'Document already exists' };
  }
  if (!wanted.has_update_time) return null;
  const { seconds, nanos } = wanted.update_time;
  const same = updatedAt?.getTime() === seconds * 1000 + Math.floor(nanos / 1_000_000);
  return same ? null : { code: 9, message: 'The document was changed since.' };
}
