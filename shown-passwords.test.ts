import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { hasSmallDisks } from '#test/machine/owner-machine.ts';
import { OWN_MOUNTS } from '#test/machine/small-disk.ts';
import { freePort } from '#test/servers/free-port.ts';
import { untilListening } from '#test/servers/until-listening.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const SERVER = join(import.meta.dirname, 'start.js');

/** What a site complains of at its first start. @param shell a program that is told how to start it as `"$0" "$1"` */
async function complaint(shell: string, ...told: string[]): Promise<unknown> {
  const port = await freePort();
  const site = spawn(shell, [...told, process.execPath, SERVER], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, PORT: String(port), REQUEST_LOG: 'off' },
  });
  onTestFinished(() => void site.kill('SIGKILL'));
  const [complaints, ended] = [text(site.stderr), once(site, 'close')];
  await untilListening(port, site);
  site.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  return JSON.parse(await complaints);
}

const NOT_SHOWN = {
  level: 'error',
  message:
    'The first passwords were made, but could not be shown: the disk is full, so make room first. ' +
    'Make new ones: npm run letters -- password',
};

test.runIf(process.platform === 'linux')(
  'a site whose first passwords cannot be written, as to a full disk, says that nobody knows them',
  async () => {
    expect(await complaint('sh', '-c', 'exec "$0" "$1" > /dev/full')).toMatchObject(NOT_SHOWN);
  },
);

test.runIf(hasSmallDisks)(
  'a site whose disk has room for a part of its first passwords alone says the same',
  async () => {
    // The first line fits, with the address of the site.
    const nearlyFull = 'mount -t tmpfs -o size=8k none /mnt && head -c 8100 /dev/zero > /mnt/log';
    const start = `${nearlyFull} && exec "$0" "$1" >> /mnt/log`;
    expect(await complaint('unshare', ...OWN_MOUNTS, 'sh', '-c', start)).toMatchObject(NOT_SHOWN);
  },
);
