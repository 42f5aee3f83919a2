import { DatabaseSync } from 'node:sqlite';
import { isDatabaseDamaged } from './damage.ts';
import type { LookAnswer } from './look-through.ts';

/** The process that looks a database through once, and says what it found. Run by look-through.ts. */

// Whoever tells all processes of the site to stop tells this one, too; it ends with the store.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

// Also when nobody is there any more to hear it.
process.send?.(look(String(process.argv[2])), () => process.exit());

function look(path: string): LookAnswer {
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    return { damaged: isDatabaseDamaged(database) };
  } catch (fault) {
    return { fault: fault as Error };
  }
}
