import { expect, test, vi } from 'vitest';
import { createDevice } from '#test/reading-device.ts';
import { forget } from './keeper.ts';

test('a letter that was withdrawn takes its words away, and the home page only if that names it', async () => {
  vi.useFakeTimers();
  const device = createDevice(async () => new Response());
  vi.stubGlobal('window', device.globals);
  const { caches } = device.globals as { caches: CacheStorage };
  const kept = await caches.open('kept');
  await kept.put('/', new Response('<a href="/letter/new">Newest</a>'));
  for (const id of ['new', 'old']) await kept.put(`/api/letters/${id}`, new Response('words'));
  await forget('old');
  expect(await device.kept('/api/letters/old')).toBeNull();
  expect(await device.kept('/')).toContain('Newest');
  await forget('new');
  expect(await device.kept('/api/letters/new')).toBeNull();
  expect(await device.kept('/')).toBeNull();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
