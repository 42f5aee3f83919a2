import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerMachine } from '#test/owner-machine.ts';

test('of a file that may take more memory than there is, this is said before it is read', () => {
  const { letters, folder } = ownerMachine({
    NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=1',
  });
  const file = join(folder, 'mine.json');
  writeFileSync(file, '[');
  expect(letters('import', 'mine.json').stderr).not.toContain('memory');
  truncateSync(file, 20_000_000);
  const { status, stderr } = letters('import', 'mine.json');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Reading mine\.json may take 100 MB of memory, and Node takes \d+ MB at most here\. .*`copy`.*\nThe file is not JSON/,
  );
});

test('the same is said before a backup is restored, all of which is in memory then', () => {
  const { letters, folder } = ownerMachine({
    NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=1',
  });
  const file = join(folder, 'mine.backup');
  writeFileSync(file, '{}');
  expect(letters('restore', 'mine.backup').stderr).not.toContain('memory');
  truncateSync(file, 50_000_000);
  const { status, stderr } = letters('restore', 'mine.backup');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Reading mine\.backup may take 100 MB of memory, and Node takes \d+ MB at most here\. .*`copy`.*\nThe file is not a backup/,
  );
});
