import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchCapacity } from './instances/capacity.ts';
import { describeCode, describeMachine } from './machine.ts';
import { section } from './report.ts';
import { mergeResults } from './results.ts';
import { holds, measureRow, type Row } from './row.ts';
import { ROWS } from './rows.ts';

/**
 * `npm run bench [-- NAME...]`: measures every row, or those that are named, and writes what it found
 * to `bench/results.md`. Fails when a row falls short. `capacity` is a simulation and takes options.
 */

const RESULTS = join(import.meta.dirname, 'results.md');

const asked = process.argv.slice(2);
if (asked[0] === 'capacity') benchCapacity(asked.slice(1));
else await measure(rowsNamed(asked));

function rowsNamed(names: string[]): Row[] {
  const unknown = names.find((name) => !ROWS.some((row) => row.name === name));
  if (unknown === undefined)
    return names.length === 0 ? ROWS : ROWS.filter(({ name }) => names.includes(name));
  console.error(`There is no row "${unknown}". There are:`);
  for (const { name, claim } of ROWS) console.error(`  ${name.padEnd(16)} ${claim}`);
  process.exit(2);
}

async function measure(rows: Row[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const where = `on ${day} at ${describeCode() || 'an unknown version'}, on ${describeMachine()}`;
  let short = 0;
  for (const row of rows) {
    const measured = await measureRow(row);
    if (measured.figures.some((figure) => holds(figure) === false)) short += 1;
    const text = section(row, measured, where);
    console.log(`\n${text}`);
    keep(row.name, text);
  }
  console.log(`${rows.length - short} rows hold, ${short} fall short`);
  process.exitCode = short === 0 ? 0 : 1;
}

/** Written row by row, so that an interrupted run keeps what it has measured. */
function keep(name: string, text: string): void {
  const kept = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const names = ROWS.map((row) => row.name);
  writeFileSync(RESULTS, mergeResults(kept, new Map([[name, text]]), names));
}
