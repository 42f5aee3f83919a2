import { vi } from 'vitest';
import { createTestSite, type TestSite } from '../site/create-test-site.ts';
import { createDevice } from './reading-device.ts';

/** The worker on a device, with a real site: only the browser is simulated. */
async function readerOf(site: TestSite) {
  const device = createDevice((path, init) => site.fetch(path, init));
  for (const [name, value] of Object.entries(device.globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('../../app/offline/service-worker.ts');
  return device;
}

/** The path of a letter's words. */
export const wordsOf = ({ id }: { id: string }) => `/api/letters/${id}`;

/** A site with two letters, of which a reader has read one. */
export async function begin() {
  const site = await createTestSite();
  const letter = await site.send({ title: 'Read', content: 'First words' });
  const other = await site.send({ title: 'Another' });
  const reader = await readerOf(site);
  await reader.contact();
  await reader.get(wordsOf(letter));
  // Once this is there, the worker has no more to do.
  await reader.kept(wordsOf(letter));
  const change = (which: typeof letter, words: object) =>
    site.asOwner('PUT', wordsOf(which).replace('/api', '/api/portal'), { ...which, ...words });
  return { site, reader, letter, other, change };
}
