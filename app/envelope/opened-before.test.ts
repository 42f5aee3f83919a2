import { expect, onTestFinished, test, vi } from 'vitest';

/** The module of a page that has just been loaded. */
function page() {
  vi.resetModules();
  return import('./opened-before.ts');
}

test('of five hundred opened letters none is forgotten but for another', async () => {
  let kept = Array.from({ length: 500 }, (_, n) => `letter-${n}`).join(' ');
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      kept = text;
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const [one, other] = [await page(), await page()];
  // Reloaded with a letter open.
  one.rememberOpened('letter-7');
  expect(kept.split(' ')).toContain('letter-0');
  one.rememberOpened('of-one');
  other.rememberOpened('of-other');
  one.rememberOpened('last');
  const letters = kept.split(' ');
  expect(letters).toHaveLength(500);
  expect(letters.slice(-4)).toEqual(['letter-499', 'of-one', 'of-other', 'last']);
});
