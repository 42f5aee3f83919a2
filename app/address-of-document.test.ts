import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'https://letters.example';
const LETTER = new URL('/letter/a#letter', ORIGIN);

beforeEach(() => {
  vi.stubEnv('SSR', false);
  vi.stubGlobal('window', { location: LETTER });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

for (const [how, entries] of [
  ['', [{ name: LETTER.href }]],
  [', also in a browser without performance entries', []],
] as const) {
  test(`a letter’s document knows its own address, and that Back has left it${how}`, async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
      entries as unknown as PerformanceEntryList,
    );
    const { isAddressOfDocument } = await import('./address-of-document.ts');
    expect(isAddressOfDocument()).toBe(true);
    window.location = new URL('/', ORIGIN) as unknown as Location & string;
    expect(isAddressOfDocument()).toBe(false);
  });
}
