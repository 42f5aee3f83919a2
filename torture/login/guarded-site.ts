import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Environment } from '../../test/site/site-process.ts';
import { siteInFolder } from '../site-in-folder.ts';

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
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(mkdtempDisposableSync(join(tmpdir(), 'letters-gate-')));
  const place = stack.use(await siteInFolder(folder, [], environment));
  let { site: running } = await place.start();
  const left = stack.move();
  let earlier = '';
  let passed = 0;
  const words = () => [running.terminal(), ...running.complaints()].join('\n');

  function inDatabase<Result>(work: (database: DatabaseSync) => Result): Result {
    using database = new DatabaseSync(place.database, { timeout: 10_000 });
    database.exec('BEGIN IMMEDIATE');
    const result = work(database);
    database.exec('COMMIT');
    return result;
  }

  return {
    address: running.address,
    folder,
    databasePath: place.database,
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
      running = (await place.start()).site;
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
    [Symbol.asyncDispose]: () => left.disposeAsync(),
  };
}

function momentsIn({ value }: Record<string, unknown>): string[] {
  return String(value).match(MOMENT) ?? [];
}
