import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { writeWholeFile } from './whole-file.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20);

test('what killed processes left of a file goes with the next one, and nothing else', async () => {
  const folder = temporaryFolder();
  const leave = (name: string, age: number) => {
    const at = (NOW - age) / 1000;
    writeFileSync(join(folder, name), 'Secret');
    utimesSync(join(folder, name), at, at);
  };
  leave('mine.unfinished-00c0ffee', 61 * MINUTE);
  leave('mine.unfinished-0badcafe', 24 * 60 * MINUTE);
  const staying = [
    // It may still be written.
    ['mine.unfinished-deadbeef', 59 * MINUTE],
    ['mine.unfinished-business', 61 * MINUTE],
    ['other.unfinished-00c0ffee', 61 * MINUTE],
    ['notmine.unfinished-00c0ffee', 61 * MINUTE],
    ['mine.unfinished-00c0ffee.old', 61 * MINUTE],
  ] as const;
  for (const [name, age] of staying) leave(name, age);
  await writeWholeFile(join(folder, 'mine'), {
    kind: 'a diary',
    now: NOW,
    isSameKind: () => true,
    pieces: (async function* () {
      yield 'words';
    })(),
    signal: new AbortController().signal,
  });
  const names = ['mine', ...staying.map(([name]) => name)];
  expect(readdirSync(folder).sort()).toEqual(names.sort());
});
