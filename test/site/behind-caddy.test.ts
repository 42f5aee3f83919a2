import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLiveReader } from '../clients/live-reader.ts';
import { createOwner, KNOWN_PASSWORDS } from '../clients/owner.ts';
import { startCaddy } from '../servers/caddy.ts';
import { freePort } from '../servers/free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Environment, startSiteProcess } from './site-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTED = {
  'docs/deploying/Caddyfile': readFileSync(join(ROOT, 'docs/deploying/Caddyfile'), 'utf8'),
  'README.md':
    /^```\n(\{\n[^`]*reverse_proxy[^`]*)```$/m.exec(
      readFileSync(join(ROOT, 'README.md'), 'utf8'),
    )?.[1] ?? '',
};

describe.each(Object.entries(DOCUMENTED))(
  'behind Caddy, with the configuration in %s',
  (...[, documented]) => {
    /** One instance, and a Caddy in front of it. */
    async function start() {
      const folder = temporaryFolder();
      const url = `http://localhost:${await freePort()}`;
      const port = String(await freePort());
      const environment: Environment = {
        ...KNOWN_PASSWORDS,
        PORT: port,
        SITE_URL: url,
        TRUST_PROXY: '1',
        DATABASE_URL: `sqlite:${join(folder, 'letters.db')}`,
      };
      let site = await startSiteProcess(environment, folder);
      onTestFinished(() => site.kill());
      const caddy = await startCaddy(documented, url, [port], folder);
      onTestFinished(() => caddy.stop());
      return {
        url,
        owner: createOwner(url),
        async restart() {
          await site.stop();
          site = await startSiteProcess(environment, folder);
        },
      };
    }

    test('no reader sees an error when the only instance is restarted', async () => {
      const { url, restart } = await start();
      const answers = Array.from({ length: 4 }, () => [] as number[]);
      let over = false;
      const readers = answers.map(async (statuses) => {
        while (!over) {
          const { status, body } = await fetch(`${url}/api/letters`);
          await body?.cancel();
          statuses.push(status);
        }
      });
      await restart();
      // Otherwise one who missed the moment in between would wait for two starts, and Caddy not that long.
      const before = answers.map(({ length }) => length);
      await expect
        .poll(() => answers.filter(({ length }, reader) => length === before[reader]))
        .toEqual([]);
      await restart();
      over = true;
      await Promise.all(readers);
      expect(new Set(answers.flat())).toEqual(new Set([200]));
    });

    test('a letter reaches a reader on the live stream', async () => {
      const { url, owner } = await start();
      await using reader = openLiveReader(url);
      await reader.connected();
      const { id } = await owner.send({ title: 'On its way' });
      await reader.until((titles) => titles.get(id) === 'On its way');
      expect(reader.connections).toBe(1);
    });
  },
);
