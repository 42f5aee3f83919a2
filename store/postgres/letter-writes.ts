import { type Letter, updatedLetter } from '#core/letter.ts';
import { sentPart } from '#core/position.ts';
import type { Created, ImportedLetter, Letters } from '#core/store.ts';
import { assignPositions, partitionNew } from '../assign-positions.ts';
import { publicChange } from '../public-change.ts';
import { KEY_LIFETIME_MS } from '../retention.ts';
import { type Change, LOCK_LETTERS, recordChanges, recordReplacement } from './change-log.ts';
import type { Database, Session } from './database.ts';
import { findLetter } from './letter-reads.ts';
import {
  INSERT_LETTERS,
  insertedValues,
  REPLACE_LETTER,
  SENT_PART,
  valuesOf,
} from './letter-row.ts';

/**
 * How many characters of letters are sent to the server at a time, unless a single letter is longer. Most can be
 * those of an origin, as where another site kept pictures with its letters.
 */
const BATCH = 1_000_000;

const SELECT_LAST_SENT = {
  name: 'last-sent',
  text: `SELECT position FROM letters ORDER BY ${SENT_PART} DESC LIMIT 1`,
};
const SELECT_TAKEN = {
  name: 'taken-places',
  text: `SELECT ${SENT_PART} AS sent FROM letters
    WHERE ${SENT_PART} = ANY ($1::text[])`,
};
const SELECT_PRESENT = {
  name: 'present-letters',
  text: 'SELECT id FROM letters WHERE id = ANY ($1::text[])',
};
const DELETE_LETTER = { name: 'delete-letter', text: 'DELETE FROM letters WHERE id = $1' };
const DELETE_ALL = { name: 'delete-letters', text: 'DELETE FROM letters' };
const SELECT_KEY = {
  name: 'key',
  text: 'SELECT digest, letter_id FROM idempotency_keys WHERE key = $1',
};
const INSERT_KEY = {
  name: 'insert-key',
  text: `INSERT INTO idempotency_keys (key, digest, letter_id, created_at) VALUES ($1, $2, $3, $4)`,
};
const DROP_KEYS = {
  name: 'drop-keys',
  text: 'DELETE FROM idempotency_keys WHERE created_at < $1',
};

/**
 * Each write also records what it changed for readers, if anything, in the same transaction.
 * @param committed tells this store's watchers; awaited before a write that made changes resolves
 */
export function letterWrites(
  database: Database,
  committed: (seq: number) => Promise<void>,
): Pick<Letters, 'create' | 'update' | 'delete' | 'importAll' | 'replaceAll'> {
  /** Writers take turns, including those of other instances. */
  async function write<Result>(
    work: (session: Session, changes: Change[]) => Promise<Result>,
  ): Promise<Result> {
    const { result, seq } = await database.transaction(async (session) => {
      await session.run(LOCK_LETTERS);
      const changes: Change[] = [];
      const result = await work(session, changes);
      return { result, seq: await recordChanges(session, changes) };
    });
    if (seq !== null) await committed(seq);
    return result;
  }

  async function send(
    session: Session,
    letters: ImportedLetter[],
    now: number,
    changes: Change[],
  ): Promise<Letter[]> {
    const brought = letters.flatMap(({ position }) => (position ? [sentPart(position)] : []));
    const taken = brought.length > 0 ? await session.run(SELECT_TAKEN, [brought]) : [];
    const [last] = await session.run(SELECT_LAST_SENT);
    const sent = assignPositions(letters, {
      last: last?.position as string | undefined,
      taken: taken.map((row) => row.sent as string),
      now,
      random: Math.random,
    });
    await insert(session, sent);
    for (const letter of sent) note(changes, letter.id, null, letter);
    return sent;
  }

  return {
    create: (letter, now, idempotency) =>
      write(async (session, changes) => {
        await session.run(DROP_KEYS, [now - KEY_LIFETIME_MS]);
        if (idempotency) {
          const { key, digest } = idempotency;
          const earlier = await earlierAttempt(session, key, digest);
          if (earlier) return earlier;
          await session.run(INSERT_KEY, [key, digest, letter.id, now]);
        }
        const written = { ...letter, updatedAt: null, origin: null };
        const [sent] = await send(session, [written], now, changes);
        return { outcome: 'created', letter: sent as Letter };
      }),

    update: (id, text, now, ifVersion) =>
      write(async (session, changes) => {
        const before = await findLetter(session, id);
        if (!before) return { outcome: 'missing' };
        if (ifVersion !== undefined && ifVersion !== before.version) return { outcome: 'stale' };
        const letter = updatedLetter(before, text, now);
        await session.run(REPLACE_LETTER, valuesOf(letter));
        note(changes, id, before, letter);
        return { outcome: 'updated', letter };
      }),

    delete: (id, ifVersion) =>
      write(async (session, changes) => {
        const before = await findLetter(session, id);
        if (!before) return 'missing';
        if (ifVersion !== undefined && ifVersion !== before.version) return 'stale';
        await session.run(DELETE_LETTER, [id]);
        note(changes, id, before, null);
        return 'deleted';
      }),

    importAll: (letters, now) =>
      write(async (session, changes) => {
        const rows = await session.run(SELECT_PRESENT, [letters.map(({ id }) => id)]);
        const known = new Set(rows.map((row) => row.id as string));
        const { fresh, present } = partitionNew(letters, (id) => known.has(id));
        await send(session, fresh, now, changes);
        return { added: fresh.length, present };
      }),

    async replaceAll(letters) {
      const seq = await database.transaction(async (session) => {
        await session.run(LOCK_LETTERS);
        await session.run(DELETE_ALL);
        await insert(session, letters);
        return recordReplacement(session);
      });
      await committed(seq);
    },
  };
}

async function insert(session: Session, letters: Letter[]): Promise<void> {
  for (const batch of batches(letters)) await session.run(INSERT_LETTERS, insertedValues(batch));
}

function* batches(letters: Letter[]): Generator<Letter[]> {
  let batch: Letter[] = [];
  let size = 0;
  for (const letter of letters) {
    const length = letter.content.length + (letter.origin?.length ?? 0);
    if (batch.length > 0 && size + length > BATCH) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(letter);
    size += length;
  }
  if (batch.length > 0) yield batch;
}

function note(changes: Change[], id: string, before: Letter | null, after: Letter | null): void {
  const kind = publicChange(before, after);
  if (kind) changes.push({ id, kind });
}

async function earlierAttempt(
  session: Session,
  key: string,
  digest: string,
): Promise<Created | null> {
  const [row] = await session.run(SELECT_KEY, [key]);
  if (!row) return null;
  if (row.digest !== digest) return { outcome: 'key-reused' };
  const letter = await findLetter(session, row.letter_id as string);
  return letter ? { outcome: 'repeated', letter } : { outcome: 'deleted' };
}
