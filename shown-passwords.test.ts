import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#test/servers/free-port.ts';
import { untilListening } from '#test/servers/until-listening.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const SERVER = join(import.meta.dirname, 'start.js');

test.runIf(process.platform === 'linux')(
  'a site whose first passwords cannot be written, as to a full disk, says that nobody knows them',
  async () => {
    const port = await freePort();
    const start = 'exec "$0" "$1" > /dev/full';
    const site = spawn('sh', ['-c', start, process.execPath, SERVER], {
      cwd: temporaryFolder(),
      env: { PORT: String(port), REQUEST_LOG: 'off' },
    });
    onTestFinished(() => void site.kill('SIGKILL'));
    const [complaint, ended] = [text(site.stderr), once(site, 'close')];
    await untilListening(port, site);
    site.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(await complaint)).toMatchObject({
      level: 'error',
      message:
        'The first passwords were made, but could not be shown: the disk is full, so make room first. ' +
        'Make new ones: npm run letters -- password',
    });
  },
);
