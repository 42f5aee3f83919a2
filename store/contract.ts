import { describe } from 'vitest';
import { describeAccess } from './contract/access.ts';
import type { Engine } from './contract/engine.ts';
import { describeImport } from './contract/import.ts';
import { describeLetters } from './contract/letters.ts';
import { describeLists } from './contract/lists.ts';
import { describeRecords } from './contract/records.ts';
import { describeWatch } from './contract/watch.ts';

/** What every engine must do, however it does it. Each engine's own test runs this suite unchanged. */
export function describeStore(name: string, engine: Engine): void {
  describe(`${name} keeps the contract of a store`, () => {
    describeLetters(engine);
    describeLists(engine);
    describeImport(engine);
    describeWatch(engine);
    describeRecords(engine);
    describeAccess(engine);
  });
}
