import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../test/quantile.ts';
import { openBareDatabase } from './bare-database.ts';

/**
 * A child process that `sending` compares with. Told how many, it inserts letters into a database, each in a
 * transaction that is on disk before the next, and writes as many blocks to a file, each with an fsync. It
 * answers with the median of each, in milliseconds.
 */

const [folder = '.'] = process.argv.slice(2);
/** As large as a page of a database. */
const BLOCK = Buffer.alloc(4096, 'x');

const database = openBareDatabase(join(folder, 'bare.db'));
const file = openSync(join(folder, 'bare'), 'w');

function times(count: number, work: () => void): number[] {
  return Array.from({ length: count }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

process.on('message', ({ count, content }: { count: number; content: string }) => {
  const inserts = times(count, () => database.insert(content));
  const blocks = times(count, () => {
    writeSync(file, BLOCK);
    fsyncSync(file);
  });
  process.send?.({ insert: median(inserts), block: median(blocks) });
});
process.on('disconnect', () => {
  closeSync(file);
  database.close();
});
