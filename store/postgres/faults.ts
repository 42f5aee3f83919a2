import { once } from 'node:events';
import type { Pool } from 'pg';
import type { Letter } from '#core/letter.ts';
import { isPosition, positionPrefix } from '#core/position.ts';
import { CHANGES_KEPT } from '../retention.ts';
import type { Connections } from './connections.ts';
import { isOnlyRead } from './engine-error.ts';
import { TABLES } from './migrate.ts';
import { isWhole, missingRights } from './schema-check.ts';

interface FaultsNeeds {
  pool: Pool;
  /** Connections to the address where the site listens for changes. */
  listening: Connections;
  /** Every letter. */
  letters: AsyncIterable<Letter>;
  /** How long to wait for an announcement, in milliseconds. */
  timeout: number;
}

/** What is wrong, in sentences for the owner. Rejects with what the driver throws. */
export async function faultsIn(needs: FaultsNeeds): Promise<string[]> {
  const { pool } = needs;
  if (!(await isWhole(pool))) {
    return ['A table of the database, or the key of one, is missing: restore a backup.'];
  }
  const rights = await missingRights(pool);
  const onlyRead = await canOnlyBeRead(pool);
  const found = [
    rights.length > 0 &&
      `The database user may not read and write all tables (${rights.join(', ')}): make it their owner.`,
    onlyRead &&
      'The database can only be read: name the main server instead of a replica, or set ' +
        'default_transaction_read_only to off.',
    (await hasBrokenIndex(pool)) &&
      'An index of the database is broken: run REINDEX DATABASE on it.',
    (await forgetsCommits(pool)) &&
      'The database acknowledges letters before they are on disk: set synchronous_commit to on.',
    (await countsWrong(pool)) &&
      'The record of changes has gaps, so readers may be told of some late: restore a backup.',
    !onlyRead &&
      (await isDeaf(needs)) &&
      'Changes are not announced where the site listens, so other instances show them late: set ' +
        'DATABASE_LISTEN_URL to the address of this same database, without a pooler in between.',
    rights.length === 0 && (await misplaced(needs.letters)),
  ];
  return found.filter((fault) => typeof fault === 'string');
}

async function canOnlyBeRead(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'on';
}

async function hasBrokenIndex(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM pg_catalog.pg_index
     WHERE NOT indisvalid
     AND indrelid = ANY (SELECT to_regclass(quote_ident(name)) FROM unnest($1::text[]) AS name)`,
    [TABLES],
  );
  return rows.length > 0;
}

async function forgetsCommits(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('SHOW synchronous_commit');
  return rows[0]?.synchronous_commit === 'off';
}

/**
 * Whether there are gaps in the rows of `changes`, or too many of them. Only the oldest may be missing: they
 * are dropped when there are newer ones, or all letters were replaced.
 */
async function countsWrong(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM change_counter CROSS JOIN (
       SELECT min(seq) AS first, max(seq) AS last, count(*) AS kept FROM changes
     ) AS noted
     WHERE kept > $1 OR (kept > 0 AND (last <> seq OR last - first + 1 <> kept))`,
    [CHANGES_KEPT],
  );
  return rows.length > 0;
}

/** Whether announcements from the address for writing do not arrive at the one for listening. */
async function isDeaf({ pool, listening, timeout }: FaultsNeeds): Promise<boolean> {
  const channel = `letters_check_${Math.random().toString(36).slice(2)}`;
  const client = listening.client();
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    const deaf = once(client, 'notification', { signal: AbortSignal.timeout(timeout) }).then(
      () => false,
      () => true,
    );
    await pool.query("SELECT pg_notify($1, '')", [channel]);
    return await deaf;
  } catch (error) {
    // A replica refuses to listen.
    if (isOnlyRead(error)) return true;
    throw error;
  } finally {
    listening.end(client);
  }
}

async function misplaced(letters: AsyncIterable<Letter>): Promise<string | false> {
  let count = 0;
  for await (const { position, createdAt } of letters) {
    if (!isPosition(position) || !position.startsWith(positionPrefix(createdAt))) count += 1;
  }
  return count > 0 && `Letters in a wrong place in the list: ${count}. Restore a backup.`;
}
