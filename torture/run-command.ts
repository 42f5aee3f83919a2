import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { KEPT_COMPILED } from '../test/machine/kept-compiled.ts';

const COMMANDS = join(import.meta.dirname, '../cli/letters.ts');

/** How a command ended; null when a signal ended it. */
export interface Ran {
  status: number | null;
  /** All that it said. */
  said: string;
  /** Milliseconds. */
  took: number;
}

/**
 * Runs one of the owner's commands in a process of its own.
 * @param environment its whole configuration
 * @param folder where it runs; no `.env` should lie there
 */
export async function runCommand(
  args: string[],
  environment: Record<string, string>,
  folder: string,
  through: string[] = [],
): Promise<Ran> {
  const { PATH = '', TZ = 'UTC' } = process.env;
  const began = performance.now();
  const [program = '', ...rest] = [...through, process.execPath, COMMANDS, ...args];
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...KEPT_COMPILED, PATH, TZ, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  await once(child, 'close');
  return { status: child.exitCode, said: said.trim(), took: performance.now() - began };
}
