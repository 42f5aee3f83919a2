import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isDatabaseDamaged } from './damage.ts';

/** What `lookThrough` runs: says something only when the database is damaged. */

const database = new DatabaseSync(String(workerData), { readOnly: true, timeout: 5000 });
if (isDatabaseDamaged(database)) parentPort?.postMessage('damaged');
database.close();
