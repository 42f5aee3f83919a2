import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

async function listens(port: number): Promise<void> {
  const connection = connect(port, '127.0.0.1');
  await once(connection, 'connect').finally(() => connection.destroy());
}

test('a site that is told to stop while it makes its first passwords prints them, since it has stored them', async () => {
  const port = await freePort();
  const site = spawn(process.execPath, [join(import.meta.dirname, 'start.js')], {
    cwd: temporaryFolder(),
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void site.kill('SIGKILL'));
  let output = '';
  site.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const ended = once(site, 'close');
  // It makes them once it listens.
  await vi.waitFor(() => listens(port), { timeout: 30_000, interval: 1 });
  site.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(output).toMatch(/^The portal opens with \S+ or \S+ \(shown only this once\)$/m);
});
