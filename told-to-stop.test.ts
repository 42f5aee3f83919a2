import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#test/servers/free-port.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** With a channel, by which it can be told to stop where there are no signals. */
function start(environment: Record<string, string>, ...options: string[]) {
  const site = spawn(process.execPath, [...options, join(import.meta.dirname, 'start.js')], {
    cwd: temporaryFolder(),
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void site.kill('SIGKILL'));
  let output = '';
  site.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  return { site, output: () => output };
}

async function listens(port: number): Promise<void> {
  const connection = connect(port, '127.0.0.1');
  await once(connection, 'connect').finally(() => connection.destroy());
}

test('a site that is told to stop while it makes its first passwords prints them, since it has stored them', async () => {
  const port = await freePort();
  const { site, output } = start({ PORT: String(port) });
  const ended = once(site, 'close');
  // It makes them once it listens.
  await vi.waitFor(() => listens(port), { timeout: 30_000, interval: 1 });
  site.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(output()).toMatch(/^The portal opens with \S+ or \S+ \(shown only this once\)$/m);
});

test('a site that is told to stop closes its letters only after what it was asked is answered', async () => {
  const port = await freePort();
  const { site, output } = start({ PORT: String(port), MAIN_PASSWORD: 'one', REQUEST_LOG: 'off' });
  const ended = once(site, 'close');
  await vi.waitFor(() => expect(output()).toContain('Press Ctrl-C to stop.'), 30_000);
  const body = JSON.stringify({ password: 'one' });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /api/session HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  site.kill('SIGTERM');
  await vi.waitFor(() => expect(listens(port)).rejects.toThrow(), {
    timeout: 30_000,
    interval: 20,
  });
  socket.write(body);
  expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 204 /);
  expect(await ended).toEqual([0, null]);
});

test('a site stops when the program that started it lets go of it', async () => {
  const { site, output } = start({ PORT: '0' });
  const ended = once(site, 'exit');
  await vi.waitFor(() => expect(output()).toContain('Press Ctrl-C to stop.'), 30_000);
  site.disconnect();
  expect(await ended).toEqual([0, null]);
});

test('on Windows, a site stops when its window is closed, which ends it some seconds later in any case', async () => {
  const onWindows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`;
  const { site, output } = start({ PORT: '0' }, '--import', onWindows);
  const ended = once(site, 'exit');
  await vi.waitFor(() => expect(output()).toContain('Press Ctrl-C to stop.'), 30_000);
  site.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
});
