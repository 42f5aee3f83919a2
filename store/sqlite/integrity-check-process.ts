import { DatabaseSync } from 'node:sqlite';
import { isDatabaseDamaged } from './damage.ts';
import type { IntegrityAnswer } from './integrity-check.ts';

/** The child process that checks a database once and reports what it found. Forked by integrity-check.ts. */

// Ctrl-C reaches the whole process group. This process is ended by the store, not by signals.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

// Exits even when the parent is gone and cannot be told.
process.send?.(check(String(process.argv[2])), () => process.exit());

function check(path: string): IntegrityAnswer {
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    return { damaged: isDatabaseDamaged(database) };
  } catch (fault) {
    return { fault: fault as Error };
  }
}
