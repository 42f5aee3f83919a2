import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createOwner } from '#test/clients/owner.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { SAMPLE_LETTERS } from './letters.ts';

async function run(cwd: string, PORT: string) {
  const demo = spawn(process.execPath, [join(import.meta.dirname, 'run.ts')], {
    cwd,
    env: { PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void demo.kill('SIGKILL'));
  const ended = once(demo, 'close').then(([code]) => code);
  const lines: string[] = [];
  for await (const line of createInterface(demo.stdout)) {
    lines.push(line);
    if (line === 'Press Ctrl-C to stop.') break;
  }
  return { demo, ended, lines };
}

test('the demo uses a free port, the configured appearance, and leaves nothing behind', async () => {
  const taken = await listenOnFreePort(createServer());
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'SITE_TITLE=Mine\nDATABASE_URL=sqlite:mine.db\n');
  const { demo, ended, lines } = await run(folder, String(taken));

  const url = /^A site with sample letters is at (\S+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  const home = await (await fetch(url)).text();
  expect(home).toContain('<title>Mine</title>');
  for (const { title, hidden = false } of SAMPLE_LETTERS) {
    expect(home.includes(title), title).toBe(!hidden);
  }
  const password = /password (\S+)$/.exec(lines[1] ?? '')?.[1] ?? '';
  const owner = createOwner(url);
  const body = { password };
  expect((await owner.call('POST', '/api/session', body)).status).toBe(204);
  expect(lines).toHaveLength(4);

  demo.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readdirSync(folder)).toEqual(['.env']);
});
