import { config } from 'zod';

/**
 * Zod tries whether it may compile text to code, which the policy of the pages refuses and reports.
 * This has to be imported before any schema is made.
 */
config({ jitless: true });
