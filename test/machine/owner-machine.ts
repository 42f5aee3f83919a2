import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { positionOf } from '#core/position.ts';
import type { Store } from '#core/store.ts';
import { storeAt } from '../stores/temporary-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { KEPT_COMPILED } from './kept-compiled.ts';
import { OWN_MOUNTS, whyNoSmallDisk } from './small-disk.ts';

const COMMANDS = join(import.meta.dirname, '../../cli/letters.ts');
const SHELL = `letters() { '${process.execPath}' '${COMMANDS}' "$@"; }\n`;

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface Running {
  process: ChildProcess;
  /** Resolves once it has written this to its output. */
  says(words: string): Promise<void>;
  ended: Promise<Ended>;
}

/** An owner's machine: a folder, a database, and the real commands as processes of their own. */
export function ownerMachine(environment: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const database = join(folder, 'data', 'letters.db');
  const env = { ...KEPT_COMPILED, DATABASE_URL: `sqlite:${database}`, ...environment };
  const options = { cwd: folder, env };

  function run(file: string, args: string[]): Ended {
    const { status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  function start(file: string, args: string[]): Running {
    const child = spawn(file, args, { ...options, stdio: 'pipe' });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk) => {
        output[name] += chunk;
      });
    }
    return {
      process: child,
      async says(words) {
        while (!output.stdout.includes(words)) await once(child.stdout, 'data');
      },
      ended: once(child, 'close').then(([status]) => ({ status, ...output })),
    };
  }

  return {
    folder,
    database,
    address: env.DATABASE_URL,
    /** Writes a file of letters, or of anything else. @returns its name */
    file(content: unknown): string {
      const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1);
      writeFileSync(join(folder, 'file.json'), text);
      return 'file.json';
    },
    /** Runs a command to its end. */
    letters: (...args: string[]): Ended => run(process.execPath, [COMMANDS, ...args]),
    start: (...args: string[]) => start(process.execPath, [COMMANDS, ...args]),
    /** Starts a command on a terminal of its own; what it shows there arrives as its output. */
    startOnTerminal(...args: string[]): Running {
      const words = [process.execPath, COMMANDS, ...args].map((word) => `'${word}'`);
      return start('script', ['-qefc', words.join(' '), '/dev/null']);
    },
    /** Runs a script in a shell that knows the commands as `letters`. */
    shell: (script: string) => run('sh', ['-c', SHELL + script]),
    /**
     * Runs a script like `shell`, while a folder of the machine lies on a disk of its own. What is changed there
     * is gone afterwards.
     * @param size of the disk, like `400k`
     */
    shellWithSmallDisk(at: string, size: string, script: string): Ended {
      const mount = `cp -a ${at} aside; mount -t tmpfs -o size=${size} none ${at}; cp -a aside/. ${at}\n`;
      return run('unshare', [...OWN_MOUNTS, 'sh', '-c', SHELL + mount + script]);
    },
    open: (path = database) => storeAt(path),
  };
}

/** `script` speaks like this on Linux alone. */
export const hasTerminals = process.platform === 'linux';

/** Whether this machine allows disks of its own to be mounted. */
export const hasSmallDisks = whyNoSmallDisk() === null;

/** A letter that is kept under a number, with what a test wants different about it. */
export function keptLetter(number: number, difference: Partial<Letter> = {}): Letter {
  return {
    id: `letter-${number}`,
    position: positionOf(null, 1_000_000 + number),
    version: 1,
    title: `Title ${number}`,
    date: null,
    content: 'Secret words',
    signature: 'Ines Aldana',
    hidden: false,
    createdAt: null,
    updatedAt: null,
    origin: null,
    ...difference,
  };
}

/** Several letters, numbered from 1. */
export function keptLetters(count: number, difference: Partial<Letter> = {}): Letter[] {
  return Array.from({ length: count }, (_, at) => keptLetter(at + 1, difference));
}

const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

/** Stored passwords, and others. They are hashes of nothing. */
export const HASHES = { mainPassword: HASH, alternativePassword: HASH };
export const OTHER_HASHES = { ...HASHES, mainPassword: HASH.replace('AAA', 'CCC') };

export const lettersIn = (store: Store) => Array.fromAsync(store.letters.exportAll());

export const passwordsIn = async (store: Store) =>
  (await store.records.get('admin', 'credentials'))?.value ?? null;
