import type { Outcome, Row } from './row.ts';
import { ROWS } from './rows.ts';

/** `npm run torture [-- NAME...]`: every fault and threat in full, one line each. */

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(`There is no row "${unknown[0]}". There are:`);
  for (const { name, claim } of ROWS) console.error(`  ${name.padEnd(18)} ${claim}`);
  process.exit(2);
}
const rows = asked.length === 0 ? ROWS : ROWS.filter(({ name }) => asked.includes(name));
let fallen = 0;
for (const row of rows) if (!(await stands(row))) fallen += 1;
console.log(`\n${rows.length - fallen} hold, ${fallen} do not`);
process.exitCode = fallen === 0 ? 0 : 1;

async function stands(row: Row): Promise<boolean> {
  const began = performance.now();
  const { figure, broken, slow } = await outcomeOf(row).catch((error) => ({
    figure: 'could not be run to its end',
    broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    slow: [],
  }));
  const faults = [...broken, ...slow];
  const seconds = Math.round((performance.now() - began) / 1000);
  const verdict = faults.length === 0 ? 'holds' : 'FAILS';
  console.log(`${verdict}  ${row.name.padEnd(18)} ${figure} (${seconds} s)`);
  for (const fault of faults) console.log(`       ${fault}`);
  return faults.length === 0;
}

/** A row that cannot be run here counts as one that does not hold. */
async function outcomeOf(row: Row): Promise<Outcome> {
  const obstacle = row.obstacle?.() ?? null;
  if (obstacle === null) return row.run('full');
  return { figure: 'could not be run', broken: [`Not here: ${obstacle}.`], slow: [] };
}
