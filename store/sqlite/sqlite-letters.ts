import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { positionOf, sentAtOf } from '#core/position.ts';
import type { Created, ImportedLetter, Letters, Page } from '#core/store.ts';
import { foldText } from '../fold-text.ts';
import { publicChange } from '../public-change.ts';
import type { Connection } from './connection.ts';
import {
  LETTER_COLUMNS,
  letterOf,
  parametersOf,
  SUMMARY_COLUMNS,
  summaryOf,
} from './letter-row.ts';
import type { ChangeWatch } from './sqlite-watch.ts';

/** How long a retry still finds the letter of its first attempt, in milliseconds. */
const KEY_LIFETIME = 7 * 24 * 60 * 60 * 1000;
/** How many changes are kept for those who were away. */
const CHANGES_KEPT = 10_000;
const EXPORT_BATCH = 50;
/** Sorts after every position. */
const START = '~';

export function sqliteLetters(
  database: DatabaseSync,
  connection: Connection,
  changes: ChangeWatch,
): Letters {
  const { read, write } = connection;
  database.function('fold', { deterministic: true }, (text) => foldText(String(text)));

  const select = database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters WHERE id = ?`);
  const selectAll = database.prepare(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE position < ? ORDER BY position DESC LIMIT ?`,
  );
  const selectMatching = database.prepare(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE position < :after AND
     (instr(fold(title), :words) OR instr(fold(content), :words) OR instr(fold(signature), :words))
     ORDER BY position DESC LIMIT :limit`,
  );
  const selectVisible = database.prepare(
    `SELECT ${SUMMARY_COLUMNS} FROM letters WHERE hidden = 0 AND position < ?
     ORDER BY position DESC LIMIT ?`,
  );
  const selectSentAfter = database.prepare(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE substr(position, 11) > ?
     ORDER BY substr(position, 11) LIMIT ?`,
  );
  const selectLastSent = database.prepare(
    'SELECT position FROM letters ORDER BY substr(position, 11) DESC LIMIT 1',
  );
  const names = LETTER_COLUMNS.split(', ');
  const insert = database.prepare(
    `INSERT INTO letters (${LETTER_COLUMNS}) VALUES (${names.map((name) => `:${name}`)})`,
  );
  const replace = database.prepare(
    `UPDATE letters SET ${names.map((name) => `${name} = :${name}`)} WHERE id = :id`,
  );
  const remove = database.prepare('DELETE FROM letters WHERE id = ?');
  const addChange = database.prepare('INSERT INTO changes (letter_id, kind) VALUES (?, ?)');
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

  function send(letter: ImportedLetter, now: number): Letter {
    const last = selectLastSent.get()?.position as string | undefined;
    // The clock may stand still or go back; the order of sending does neither.
    const sentAt = Math.max(now * 1000, last === undefined ? 0 : sentAtOf(last) + 1);
    const sent = { ...letter, position: positionOf(letter.createdAt, sentAt), version: 1 };
    insert.run(parametersOf(sent));
    noteChange(null, sent);
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
        dropKeys.run(now - KEY_LIFETIME);
        if (idempotency) {
          const earlier = earlierAttempt(idempotency.key, idempotency.digest);
          if (earlier) return earlier;
          addKey.run(idempotency.key, idempotency.digest, letter.id, now);
        }
        return {
          outcome: 'created',
          letter: send({ ...letter, updatedAt: null, origin: null }, now),
        };
      }),

    update: (id, text, now, ifVersion) =>
      write(() => {
        const before = find(id);
        if (!before) return { outcome: 'missing' };
        if (ifVersion !== undefined && ifVersion !== before.version) return { outcome: 'stale' };
        const { title, content, signature, hidden, date } = text;
        const letter: Letter = {
          ...before,
          ...{ title, content, signature, hidden, date },
          updatedAt: now,
          version: before.version + 1,
          origin: null,
        };
        replace.run(parametersOf(letter));
        noteChange(before, letter);
        return { outcome: 'updated', letter };
      }),

    delete: (id) =>
      write(() => {
        const before = find(id);
        if (!before) return false;
        remove.run(id);
        noteChange(before, null);
        return true;
      }),

    get: (id) => read(() => find(id)),

    listAll: ({ limit, after = START, search = '' }) =>
      read(() => {
        const words = foldText(search);
        const rows =
          words === ''
            ? selectAll.all(after, limit + 1)
            : selectMatching.all({ after, words, limit: limit + 1 });
        return pageOf(rows.map(letterOf), limit);
      }),

    listVisible: ({ limit, after = START }) =>
      read(() => pageOf(selectVisible.all(after, limit + 1).map(summaryOf), limit)),

    importAll: (letters, now) =>
      write(() => {
        const present: string[] = [];
        for (const letter of letters) {
          if (find(letter.id)) present.push(letter.id);
          else send(letter, now);
        }
        return { added: letters.length - present.length, present };
      }),

    // In pages, so that an export of any size takes little memory and holds up nobody.
    async *exportAll() {
      for (let last = ''; ; await breathe()) {
        const batch = await read(() => selectSentAfter.all(last, EXPORT_BATCH).map(letterOf));
        yield* batch;
        const end = batch.at(-1);
        if (!end) return;
        last = end.position.slice(10);
      }
    },

    watchVisible: (listener) => read(() => changes.watch(listener)),
  };
}

/** Makes a page of rows that were asked for with one more, which tells whether another page follows. */
function pageOf<Item extends { position: string }>(rows: Item[], limit: number): Page<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.position ?? null) : null };
}
