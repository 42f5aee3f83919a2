import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { HASHES, keptLetters, ownerMachine } from './owner-machine.ts';

export const LARGE = { content: 'Secret words. '.repeat(300) };

/** A machine with a database to copy, and the place of one to copy it into. */
export async function machineToCopy(letters: Letter[] = keptLetters(3)) {
  const machine = ownerMachine();
  const from = await machine.open();
  await from.letters.replaceAll(letters);
  await from.records.put('admin', 'credentials', HASHES);
  const target = join(machine.folder, 'new', 'letters.db');
  const addresses = ['sqlite:data/letters.db', 'sqlite:new/letters.db'] as const;
  return {
    ...machine,
    from,
    target,
    addresses,
    copy: (...options: string[]) => machine.letters('copy', ...addresses, ...options),
    to: () => machine.open(target),
  };
}

/** The result of a command that refuses. */
export const refused = (stderr: string) => ({ status: 1, stdout: '', stderr });

/** Waits until a part of the letters has arrived, and lets no more of them in. */
export async function holdHalfway(target: string): Promise<{ arrived: number; release(): void }> {
  while (!existsSync(target)) await sleep(1);
  const database = new DatabaseSync(target);
  for (;;) {
    const arrived = lockAndCount(database);
    if (arrived > 0) {
      const release = () => {
        database.exec('ROLLBACK');
        database.close();
      };
      return { arrived, release };
    }
    if (database.isTransaction) database.exec('ROLLBACK');
    await nextTurn();
  }
}

/** Takes the lock if it is free right now: the gaps are too short for pauses between attempts. */
function lockAndCount(database: DatabaseSync): number {
  try {
    database.exec('BEGIN IMMEDIATE');
    return database.prepare('SELECT count(*) AS letters FROM letters').get()?.letters as number;
  } catch {
    // It is not free, or the table is still being made.
    return 0;
  }
}
