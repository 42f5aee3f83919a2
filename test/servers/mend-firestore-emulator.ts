import { setTimeout as sleep } from 'node:timers/promises';
import type { FirestoreServer } from '@firestore-emulator/server';

/*
 * What Google's own service has, and the emulator lacks (firestore-emulator.ts lists it), and the faults that tests
 * ask for.
 */

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

interface ListenCall {
  once(event: 'end' | 'close', ended: () => void): void;
  write(response: unknown): void;
  end(): void;
}
type Listen = (call: ListenCall) => void;
export interface Handlers {
  get(path: '/google.firestore.v1.Firestore/Commit'): { func: Commit } | undefined;
  get(path: '/google.firestore.v1.Firestore/Listen'): { func: Listen } | undefined;
  get(path: `/google.firestore.v1.Firestore/${(typeof READS)[number]}`): { func: Read } | undefined;
}

const READS = ['RunQuery', 'BatchGetDocuments'] as const;
export const REFUSED = { code: 7, message: 'Refused.' };

/** What a test has made it do next. */
export interface Faults {
  answersToLose: number;
  reads: 'given' | 'given until a commit' | 'refused';
  /** In milliseconds. */
  pause: number;
  beforeDeletion: (() => Promise<unknown>) | null;
}

/** @returns the open calls to listen */
export function mendListen(handlers: Handlers): Set<ListenCall> {
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

export function mendCommit({ state }: FirestoreServer, handlers: Handlers, faults: Faults): void {
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

export function mendReads(handlers: Handlers, faults: Faults): void {
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
