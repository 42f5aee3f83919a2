import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerMachine } from '#test/machine/owner-machine.ts';

test.each([
  ['import', 'mine.json', '[', 20_000_000, 'The file is not JSON'],
  ['restore', 'mine.backup', '{}', 50_000_000, 'The file is not a backup'],
])(
  '%s says of a file that may take more memory than there is so before it reads it',
  (command, name, content, size, refusal) => {
    const { letters, folder } = ownerMachine({
      NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=1',
    });
    const file = join(folder, name);
    writeFileSync(file, content);
    expect(letters(command, name).stderr).not.toContain('memory');
    truncateSync(file, size);
    const { status, stderr } = letters(command, name);
    expect(status).toBe(1);
    const warning = String.raw`may take 100 MB of memory, and Node takes \d+ MB at most here\. .*\`copy\`.*`;
    expect(stderr).toMatch(new RegExp(`^Reading ${name} ${warning}\n${refusal}`));
  },
);
