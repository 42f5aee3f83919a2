import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { describeMoving, quiet } from '#test/machine/describe-moving.ts';
import { ownerMachine, passwordsIn } from '#test/machine/owner-machine.ts';
import {
  type FirestoreEmulator,
  startFirestoreEmulator,
} from '#test/servers/firestore-emulator.ts';
import { openFirestoreStore } from '../../store/firestore/firestore-store.ts';

let emulator: FirestoreEmulator;

beforeAll(async () => {
  emulator = await startFirestoreEmulator();
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', emulator.host);
});
afterAll(() => emulator.stop());

async function firestore() {
  const projectId = emulator.newProject();
  return {
    projectId,
    address: `firestore://${projectId}`,
    name: /the Firestore project letters-\d+-\d+/,
    environment: emulator.environment,
    async open() {
      const store = await openFirestoreStore({ engine: 'firestore', projectId }, {});
      onTestFinished(() => store.close());
      return store;
    },
  };
}

describeMoving('Firestore', firestore);

const HASH = /^\$argon2id\$/;
const theirs = { title: 'Theirs', content: 'Words', date: '2026-11-20' };
const plain = { mainPassword: 'their password', alternativePassword: 'another' };

/** A project that another program uses. */
async function foreignProject() {
  const there = await firestore();
  const client = emulator.client(there.projectId);
  await client.doc('letters/foreign').set(theirs);
  await client.doc('admin/credentials').set(plain);
  const found = async (path: string) => (await client.doc(path).get()).data();
  return { ...there, found };
}

test('copies letters of another program, and leaves them working for it', async () => {
  const there = await foreignProject();
  const { start, open } = ownerMachine(there.environment);
  const { ended } = start('copy', there.address, 'sqlite:data/letters.db');
  expect(await ended).toMatchObject({ status: 0, stderr: '' });
  const store = await open();
  expect(await store.letters.get('foreign')).toMatchObject(theirs);
  expect(await passwordsIn(store)).toEqual({
    mainPassword: expect.stringMatching(HASH),
    alternativePassword: expect.stringMatching(HASH),
  });
  expect(await there.found('letters/foreign')).toMatchObject(theirs);
  expect(await there.found('admin/credentials')).toEqual(plain);
});

test('the doctor reports such letters, and adopts none', async () => {
  const there = await foreignProject();
  const { start } = ownerMachine({ ...there.environment, DATABASE_URL: there.address });
  const { status, stdout } = await start('doctor').ended;
  expect(status).toBe(1);
  expect(quiet(stdout, plain.mainPassword)).toContain(
    'WRONG 1 document in the collection letters came from elsewhere and cannot be listed yet.',
  );
  expect(stdout).toContain('WRONG The passwords are kept as plain text.');
  expect(await there.found('letters/foreign')).toEqual(theirs);
  expect(await there.found('admin/credentials')).toEqual(plain);
});
