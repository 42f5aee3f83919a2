import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../../test/free-port.ts';
import { KNOWN_PASSWORDS, OWNER_NAME } from '../../test/owner.ts';
import { type Environment, startSiteProcess } from '../../test/site-process.ts';

/** The real site with known passwords, with access to its database and its clock. Leaves nothing behind. */
export interface GuardedSite extends AsyncDisposable {
  address: string;
  folder: string;
  databasePath: string;
  readonly pid: number;
  /** Milliseconds that were let pass. */
  readonly passed: number;
  /** What it wrote on the terminal and complained of, from its first start on. */
  said(): string;
  /** Starts again at once. @param how it is ended */
  restart(how: 'kill' | 'stop'): Promise<void>;
  /** How many wrong passwords it has counted and not forgotten yet. */
  counted(): number;
  forgetGuesses(): void;
  /** Makes everything that it remembers so much older, while it runs. Milliseconds. */
  letPass(milliseconds: number): void;
}

const SHARED_COUNTS = "('devices', 'strangers', 'newcomers')";
/** Milliseconds since 1970, in any record. */
const MOMENT = /\b1\d{12}\b/g;

export async function startGuardedSite(environment: Environment = {}): Promise<GuardedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-gate-'));
  const databasePath = join(folder, 'letters.db');
  const configuration = {
    DATABASE_URL: `sqlite:${databasePath}`,
    OWNER_NAME,
    ...KNOWN_PASSWORDS,
    PORT: String(await freePort()),
    ...environment,
  };
  const start = () => startSiteProcess(configuration, folder);
  let running = await start().catch(async (error) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  let earlier = '';
  let passed = 0;
  const words = () => [running.terminal(), ...running.complaints()].join('\n');

  function inDatabase<Result>(work: (database: DatabaseSync) => Result): Result {
    using database = new DatabaseSync(databasePath, { timeout: 10_000 });
    database.exec('BEGIN IMMEDIATE');
    const result = work(database);
    database.exec('COMMIT');
    return result;
  }

  return {
    address: running.address,
    folder,
    databasePath,
    get pid() {
      return running.pid;
    },
    get passed() {
      return passed;
    },
    said: () => earlier + words(),
    async restart(how) {
      await running[how]();
      earlier += words();
      running = await start();
    },
    counted: () =>
      inDatabase((database) => {
        const kept = database
          .prepare(`SELECT value FROM records WHERE kind = 'throttle' AND key IN ${SHARED_COUNTS}`)
          .all();
        return kept.flatMap(momentsIn).length;
      }),
    forgetGuesses: () =>
      inDatabase((database) => database.exec("DELETE FROM records WHERE kind = 'throttle'")),
    letPass(milliseconds) {
      passed += milliseconds;
      inDatabase((database) => {
        const kept = database.prepare("SELECT * FROM records WHERE kind <> 'admin'").all();
        // As a new version, so that writes which the site based on the old one are refused.
        const put = database.prepare(
          'INSERT OR REPLACE INTO records (kind, key, value, expires_at) VALUES (?, ?, ?, ?)',
        );
        for (const { kind, key, value, expires_at } of kept) {
          const older = String(value).replace(MOMENT, (at) => String(Number(at) - milliseconds));
          const until = expires_at === null ? null : Number(expires_at) - milliseconds;
          put.run(kind ?? '', key ?? '', older, until);
        }
      });
    },
    async [Symbol.asyncDispose]() {
      await running.kill();
      await rm(folder, { recursive: true });
    },
  };
}

function momentsIn({ value }: Record<string, unknown>): string[] {
  return String(value).match(MOMENT) ?? [];
}
