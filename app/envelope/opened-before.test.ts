import { expect, test, vi } from 'vitest';

/** The module of a page that has just been loaded. */
function page() {
  vi.resetModules();
  return import('./opened-before.ts');
}

function storage(kept = '') {
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      kept = text;
    },
  });
  return () => kept;
}

test('of five hundred opened letters none is forgotten but for another', async () => {
  const kept = storage();
  const earlier = await page();
  for (let n = 0; n < 500; n += 1) earlier.rememberOpened(`letter-${n}`);
  const [one, other] = [await page(), await page()];
  // Reloaded with a letter open.
  one.rememberOpened('letter-7');
  expect(one.wasOpened('letter-0')).toBe(true);
  one.rememberOpened('of-one');
  other.rememberOpened('of-other');
  one.rememberOpened('last');
  expect(kept().split(' ')).toHaveLength(500);
  const letters = ['letter-0', 'letter-2', 'letter-3', 'letter-499', 'of-one', 'of-other', 'last'];
  expect(letters.map(one.wasOpened)).toEqual([false, false, true, true, true, true, true]);
});

test('what is kept of an opened letter does not lead to it', async () => {
  const kept = storage();
  const { rememberOpened, wasOpened } = await page();
  const id = 'Xq3v9RkT0aZs8LmWc2YbPd';
  rememberOpened(id);
  expect(wasOpened(id)).toBe(true);
  expect(kept()).toMatch(/^-?\d{1,10}$/);
});

test('an id that was kept earlier gives way to its digest', async () => {
  const id = 'Xq3v9RkT0aZs8LmWc2YbPd';
  const kept = storage(id);
  const { rememberOpened, wasOpened } = await page();
  rememberOpened('another');
  expect(wasOpened(id)).toBe(true);
  expect(kept()).not.toContain(id);
});
