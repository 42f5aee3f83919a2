import { spawnSync } from 'node:child_process';

const AGE = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  const earlier = "json_set(value, '$.usedAt', json_extract(value, '$.usedAt') - 120000)";
  const { changes } = database
    .prepare("UPDATE records SET value = " + earlier + " WHERE kind = 'session'")
    .run();
  process.exitCode = changes > 0 ? 0 : 1;
`;

/**
 * Makes every session one that was last used two minutes ago, so that its next use is written.
 * @param path of the database
 * @param through the command that starts a program where it sees the database
 */
export function ageSessions(path: string, through: string[] = []): void {
  const [program = '', ...args] = [...through, process.execPath, '--eval', AGE, path];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The sessions could not be made older. ${stderr}`);
}
