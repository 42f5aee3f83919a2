import { checkTypes, lint } from './run-tool.ts';

/** `npm run check`: lint and types, both even if the first finds something. */
const results = [lint(), checkTypes()];
process.exitCode = results.every(Boolean) ? 0 : 1;
