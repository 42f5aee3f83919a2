import type { DocumentReference } from '@google-cloud/firestore';
import type { Letter } from '#core/letter.ts';
import type { ImportedLetter, Letters } from '#core/store.ts';
import { assignPositions, partitionNew } from '../assign-positions.ts';
import { ALL_LETTERS } from './change-entries.ts';
import { changeOf } from './change-of.ts';
import type { Connection } from './connection.ts';
import { documentIdOf, fieldsOf } from './letter-document.ts';
import { takenPositions } from './letter-positions.ts';
import type { LetterTransactions, Plan } from './letter-transactions.ts';

/**
 * The limits of one commit. Firestore accepts 10 MiB, including its index entries:
 * https://firebase.google.com/docs/firestore/quotas
 */
const MAX_LETTERS = 300;
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Writes many letters, all or none as long as they fit into one commit. More take several commits, so an
 * interrupted import or replacement must be run again.
 */
export function letterImport(
  connection: Connection,
  { write }: LetterTransactions,
): Pick<Letters, 'importAll' | 'replaceAll'> {
  const { database, streaming, ask, stream } = connection;
  const letters = database.collection('letters');
  const referenceOf = ({ id }: { id: string }) => letters.doc(documentIdOf(id));

  async function presentAmong(some: ImportedLetter[]): Promise<Set<string>> {
    const references = some.map(referenceOf);
    const found = await ask(() => database.getAll(...references, { fieldMask: ['position'] }));
    return new Set(found.filter(({ exists }) => exists).map(({ id }) => id));
  }

  /** Throws the library's error for values that cannot be stored, before anything is written. */
  function check(some: ImportedLetter[]): void {
    const batch = database.batch();
    for (const letter of some) batch.set(referenceOf(letter), fieldsOf({ ...letter, ...NOWHERE }));
  }

  async function planImport(
    some: ImportedLetter[],
    now: number,
    last: string | null,
  ): Promise<Plan<{ added: number; present: string[] }>> {
    const known = await presentAmong(some);
    const { fresh, present } = partitionNew(some, (id) => known.has(documentIdOf(id)));
    const brought = fresh.flatMap(({ position }) => (position === undefined ? [] : [position]));
    const taken = await takenPositions(connection, brought);
    const placed = assignPositions(fresh, {
      last: last ?? undefined,
      taken,
      now,
      random: Math.random,
    });
    const result = { added: placed.length, present };
    if (placed.length === 0) return { result };
    return {
      result,
      changes: placed.map((letter) => changeOf(null, letter)),
      positions: placed.map(({ position }) => position),
      fill(transaction) {
        for (const letter of placed) transaction.create(referenceOf(letter), fieldsOf(letter));
      },
    };
  }

  /** One step of a replacement; readers are told to read all again after each. */
  function replaceSome(some: Letter[], outdated: () => Promise<DocumentReference[]>) {
    return write<void>(async () => {
      const gone = await outdated();
      return {
        result: undefined,
        changes: [{ kind: 'resync', letterId: ALL_LETTERS }],
        positions: some.map(({ position }) => position),
        fill(transaction) {
          for (const letter of some) transaction.set(referenceOf(letter), fieldsOf(letter));
          for (const reference of gone) transaction.delete(reference);
        },
      };
    }, 'large');
  }

  return {
    async importAll(all, now) {
      check(all);
      const outcome = { added: 0, present: [] as string[] };
      for (const some of commitsOf(all)) {
        const { added, present } = await write(
          ({ lastPosition }) => planImport(some, now, lastPosition),
          'large',
        );
        outcome.added += added;
        outcome.present.push(...present);
      }
      return outcome;
    },

    async replaceAll(all) {
      check(all);
      const kept = new Set(all.map(({ id }) => documentIdOf(id)));
      const outdated = async () => {
        const gone: DocumentReference[] = [];
        const everyId = streaming.collection('letters').select();
        for await (const { id, ref } of stream(everyId)) {
          if (!kept.has(id)) gone.push(ref);
        }
        return gone;
      };
      const commits = commitsOf(all);
      const last = commits.pop() ?? [];
      for (const some of commits) await replaceSome(some, async () => []);
      // Old letters are deleted last, with the last new ones, so that all of them can be found until then.
      let more = false;
      do {
        await replaceSome(more ? [] : last, async () => {
          const gone = await outdated();
          more = gone.length > MAX_LETTERS;
          return gone.slice(0, MAX_LETTERS);
        });
      } while (more);
    },
  };
}

const NOWHERE = { position: '', version: 1 };

/** Splits letters, in order, into as few commits as possible. */
function commitsOf<Some extends ImportedLetter>(all: Some[]): Some[][] {
  const commits: Some[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const letter of all) {
    const size = Buffer.byteLength(JSON.stringify(letter));
    let commit = commits.at(-1);
    if (!commit || commit.length === MAX_LETTERS || bytes + size > MAX_BYTES) {
      commit = [];
      commits.push(commit);
      bytes = 0;
    }
    commit.push(letter);
    bytes += size;
  }
  return commits;
}
