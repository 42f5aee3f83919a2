import type { DatabaseSync } from 'node:sqlite';
import { type Letter, updatedLetter } from '#core/letter.ts';
import { sentPart } from '#core/position.ts';
import type { Created, ImportedLetter, Letters } from '#core/store.ts';
import { assignPositions, partitionNew } from '../assign-positions.ts';
import { publicChange } from '../public-change.ts';
import { CHANGES_KEPT, KEY_LIFETIME_MS } from '../retention.ts';
import type { Connection } from './connection.ts';
import { LETTER_COLUMNS, letterOf, SENT_PART, valuesOf } from './letter-row.ts';

/** Each write also records what it changed for readers, if anything, in the same transaction. */
export function letterWrites(
  database: DatabaseSync,
  { write }: Connection,
): Pick<Letters, 'create' | 'update' | 'delete' | 'importAll' | 'replaceAll'> {
  const names = LETTER_COLUMNS.split(', ');
  const select = database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters WHERE id = ?`);
  const selectLastSent = database.prepare(
    `SELECT position FROM letters ORDER BY ${SENT_PART} DESC LIMIT 1`,
  );
  const insert = database.prepare(
    `INSERT INTO letters (${LETTER_COLUMNS}) VALUES (${names.map(() => '?')})`,
  );
  const replace = database.prepare(
    `UPDATE letters SET ${names.map((name, at) => `${name} = ?${at + 1}`)} WHERE id = ?1`,
  );
  const selectSent = database.prepare(`SELECT 1 FROM letters WHERE ${SENT_PART} = ?`);
  const remove = database.prepare('DELETE FROM letters WHERE id = ?');
  const addChange = database.prepare('INSERT INTO changes (letter_id, kind) VALUES (?, ?)');
  const removeAll = database.prepare('DELETE FROM letters');
  const dropChanges = database.prepare('DELETE FROM changes WHERE seq <= ?');
  const selectKey = database.prepare(
    'SELECT digest, letter_id FROM idempotency_keys WHERE key = ?',
  );
  const addKey = database.prepare(
    'INSERT INTO idempotency_keys (key, digest, letter_id, created_at) VALUES (?, ?, ?, ?)',
  );
  const dropKeys = database.prepare('DELETE FROM idempotency_keys WHERE created_at < ?');

  function find(id: string): Letter | null {
    const row = select.get(id);
    return row ? letterOf(row) : null;
  }

  function send(letters: ImportedLetter[], now: number): Letter[] {
    const brought = letters.flatMap(({ position }) => (position ? [sentPart(position)] : []));
    const sent = assignPositions(letters, {
      last: selectLastSent.get()?.position as string | undefined,
      taken: brought.filter((part) => selectSent.get(part)),
      now,
      random: Math.random,
    });
    for (const letter of sent) {
      insert.run(...valuesOf(letter));
      noteChange(null, letter);
    }
    return sent;
  }

  function noteChange(before: Letter | null, after: Letter | null): void {
    const kind = publicChange(before, after);
    const id = (after ?? before)?.id;
    if (!kind || id === undefined) return;
    const { lastInsertRowid } = addChange.run(id, kind);
    dropChanges.run(Number(lastInsertRowid) - CHANGES_KEPT);
  }

  function earlierAttempt(key: string, digest: string): Created | null {
    const row = selectKey.get(key);
    if (!row) return null;
    if (row.digest !== digest) return { outcome: 'key-reused' };
    const letter = find(row.letter_id as string);
    return letter ? { outcome: 'repeated', letter } : { outcome: 'deleted' };
  }

  return {
    create: (letter, now, idempotency) =>
      write(() => {
        dropKeys.run(now - KEY_LIFETIME_MS);
        if (idempotency) {
          const { key, digest } = idempotency;
          const earlier = earlierAttempt(key, digest);
          if (earlier) return earlier;
          addKey.run(key, digest, letter.id, now);
        }
        const written = { ...letter, updatedAt: null, origin: null };
        const [sent] = send([written], now);
        return { outcome: 'created', letter: sent as Letter };
      }),

    update: (id, text, now, ifVersion) =>
      write(() => {
        const before = find(id);
        if (!before) return { outcome: 'missing' };
        if (ifVersion !== undefined && ifVersion !== before.version) return { outcome: 'stale' };
        const letter = updatedLetter(before, text, now);
        replace.run(...valuesOf(letter));
        noteChange(before, letter);
        return { outcome: 'updated', letter };
      }),

    delete: (id, ifVersion) =>
      write(() => {
        const before = find(id);
        if (!before) return 'missing';
        if (ifVersion !== undefined && ifVersion !== before.version) return 'stale';
        remove.run(id);
        noteChange(before, null);
        return 'deleted';
      }),

    importAll: (letters, now) =>
      write(() => {
        const { fresh, present } = partitionNew(letters, (id) => find(id) !== null);
        send(fresh, now);
        return { added: fresh.length, present };
      }),

    replaceAll: (letters) =>
      write(() => {
        removeAll.run();
        for (const letter of letters) insert.run(...valuesOf(letter));
        // Takes a number without a row for it: watchers see the gap, and read everything again.
        const { lastInsertRowid } = addChange.run('', 'withdrawn');
        dropChanges.run(lastInsertRowid);
      }),
  };
}
