import { setTimeout as sleep } from 'node:timers/promises';
import {
  ListenResponse,
  TargetChangeTargetChangeType,
} from '@firestore-emulator/proto/dist/google/firestore/v1/firestore.js';
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
interface ReadCall {
  emit(event: 'error', error: object): void;
  write(response: unknown): void;
  end(): void;
}
type Read = (call: ReadCall) => void;
type Bound = (error: Error | null, port: number) => void;

interface ListenCall {
  once(event: 'end' | 'close', ended: () => void): void;
  write(response: unknown): void;
  end(): void;
}
type Listen = (call: ListenCall) => void;
interface Handlers {
  get(path: '/google.firestore.v1.Firestore/Commit'): { func: Commit } | undefined;
  get(path: '/google.firestore.v1.Firestore/Listen'): { func: Listen } | undefined;
  get(path: `/google.firestore.v1.Firestore/${(typeof READS)[number]}`): { func: Read } | undefined;
}

/** Private parts of the emulator that are changed here. */
interface Insides {
  server: {
    bindAsync(address: string, credentials: unknown, bound: Bound): void;
    handlers: Handlers;
  };
}

const READS = ['RunQuery', 'BatchGetDocuments'] as const;
const REFUSED = { code: 7, message: 'Refused.' };
const REFUSAL = {
  target_change_type: TargetChangeTargetChangeType.REMOVE,
  // The only target that Google's client ever asks for.
  target_ids: [1],
  cause: REFUSED,
};

interface Faults {
  answersToLose: number;
  reads: 'given' | 'given until a commit' | 'refused';
  /** In milliseconds. */
  pause: number;
  beforeDeletion: (() => Promise<unknown>) | null;
}

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

/** @returns the open calls to listen */
function mendListen(handlers: Handlers): Set<ListenCall> {
  const handler = handlers.get('/google.firestore.v1.Firestore/Listen');
  if (!handler) throw new Error('The emulator cannot listen.');
  const listen = handler.func;
  const calls = new Set<ListenCall>();
  handler.func = (call) => {
    calls.add(call);
    listen(call);
    call.once('end', () => call.end());
    call.once('close', () => calls.delete(call));
  };
  return calls;
}

function mendCommit({ state }: FirestoreServer, handlers: Handlers, faults: Faults): void {
  const handler = handlers.get('/google.firestore.v1.Firestore/Commit');
  if (!handler) throw new Error('The emulator cannot commit.');
  const commit = handler.func;
  let last = 0;
  handler.func = (call, answer) => {
    const { beforeDeletion } = faults;
    if (beforeDeletion && call.request.writes.some((write) => write.has_delete)) {
      faults.beforeDeletion = null;
      void beforeDeletion().then(() => handler.func(call, answer));
      return;
    }
    for (const write of call.request.writes) {
      const { metadata } = state.getDocument(write.has_delete ? write.delete : write.update.name);
      const fault = write.has_current_document && faultIn(write.current_document, metadata);
      if (fault) return answer(fault);
    }
    // Its clock counts milliseconds: waits until the next one.
    while (Date.now() === last);
    last = Date.now();
    if (faults.reads === 'given until a commit') faults.reads = 'refused';
    if (faults.answersToLose === 0) return commit(call, answer);
    faults.answersToLose -= 1;
    commit(call, () => answer({ code: 14, message: 'The answer was lost.' }));
  };
}

function mendReads(handlers: Handlers, faults: Faults): void {
  for (const name of READS) {
    const handler = handlers.get(`/google.firestore.v1.Firestore/${name}`);
    if (!handler) throw new Error('The emulator cannot read.');
    const read = handler.func;
    handler.func = (call) => {
      if (faults.reads === 'refused') call.emit('error', REFUSED);
      else read(faults.pause > 0 ? slowed(call, faults.pause) : call);
    };
  }
}

function slowed(call: ReadCall, pause: number): ReadCall {
  let sent = Promise.resolve();
  const later = (send: () => void) => {
    sent = sent.then(() => sleep(pause)).then(send);
  };
  return new Proxy(call, {
    get(_, name) {
      if (name === 'write') return (response: unknown) => later(() => call.write(response));
      if (name === 'end') return () => later(() => call.end());
      const value = Reflect.get(call, name);
      return typeof value === 'function' ? value.bind(call) : value;
    },
  });
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
