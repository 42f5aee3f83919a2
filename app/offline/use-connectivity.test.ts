import { expect, onTestFinished, test, vi } from 'vitest';

/** A page on a dead network. */
async function pageWithoutSite() {
  vi.useFakeTimers();
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    throw new TypeError('Failed to fetch');
  });
  const tab = { hidden: false };
  vi.stubGlobal('document', tab);
  onTestFinished(() => void vi.useRealTimers());
  vi.resetModules();
  const { checkConnectivity } = await import('./use-connectivity.ts');
  /** How often the site is asked for in a minute. */
  const inAMinute = async () => {
    asked = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    return asked;
  };
  return { checkConnectivity, tab, inAMinute };
}

test('however much has failed to load, a site that is away is asked for once every few seconds', async () => {
  const { checkConnectivity, inAMinute } = await pageWithoutSite();
  for (let failed = 0; failed < 10; failed += 1) await checkConnectivity();
  // Every 2.5 to 7.5 seconds.
  const asked = await inAMinute();
  expect(asked).toBeGreaterThan(6);
  expect(asked).toBeLessThan(25);
});

test('a tab that is hidden does not ask, until it is looked at again', async () => {
  const { checkConnectivity, tab, inAMinute } = await pageWithoutSite();
  await checkConnectivity();
  tab.hidden = true;
  expect(await inAMinute()).toBe(0);
  tab.hidden = false;
  expect(await inAMinute()).toBeGreaterThan(6);
});
