import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An owner's real export, which lies beside the project on some machines only. */
export const SHARED_EXPORT = join(import.meta.dirname, '../../shared/letters-export.json');

/** Its text, or null where there is none. */
export const sharedExport = existsSync(SHARED_EXPORT) ? readFileSync(SHARED_EXPORT, 'utf8') : null;
