import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newLetterId } from '#core/letter-id.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { median } from '../../test/quantile.ts';

/**
 * A child process that measures the store's share of sending a letter. Told how many, it stores letters as
 * the site does, without requests, and answers with the median time of one, in milliseconds.
 */

const [folder = '.'] = process.argv.slice(2);
const store = await openSqliteStore(join(folder, 'store.db'));
await store.letters.watchVisible(() => {});

process.on('message', async ({ count, content }: { count: number; content: string }) => {
  const words = { title: 'A letter', content, date: '2026-11-20', signature: 'Ines Aldana' };
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const letter = { ...words, id: newLetterId(randomBytes), hidden: false, createdAt: 0 };
    const attempt = { key: randomUUID(), digest: content.slice(0, 64) };
    const began = performance.now();
    await store.letters.create(letter, Date.now(), attempt);
    times.push(performance.now() - began);
  }
  process.send?.(median(times));
});
process.on('disconnect', () => store.close());
