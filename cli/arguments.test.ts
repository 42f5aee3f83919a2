import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { wasTakenByNpm } from '../config.ts';
import { readArguments } from './arguments.ts';

test('an option that npm took for its own counts, as where PowerShell keeps the `--` from it', () => {
  const folder = temporaryFolder();
  const scripts = { letters: 'node --print "JSON.stringify(process.env)"' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  const typed = ['--silent', 'run', 'letters', '--readable', '--yes'];
  const { stdout } = spawnSync('npm', typed, { cwd: folder });
  for (const [name, value] of Object.entries<string>(JSON.parse(String(stdout)))) {
    if (name.startsWith('npm_config_')) vi.stubEnv(name, value);
  }
  expect(wasTakenByNpm('yes')).toBe(true);

  const read = (parameters: string, ...names: string[]) =>
    readArguments(parameters, names, wasTakenByNpm);
  const readable = { names: ['saved.json'], options: ['--readable'] };
  expect(read('[FILE] [--readable]', 'saved.json')).toEqual({ ok: true, args: readable });
  const asked = { names: ['my.backup'], options: [] };
  expect(read('FILE [--yes]', 'my.backup')).toEqual({ ok: true, args: asked });
  expect(read('[--generate]')).toEqual({ ok: true, args: { names: [], options: [] } });
});
