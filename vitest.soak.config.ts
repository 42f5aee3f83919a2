import { defineConfig } from 'vitest/config';

/** `npm run soak`: what takes minutes. One file after the other, for each loads the whole machine. */
export default defineConfig({
  test: {
    include: ['test/soak/*.soak.ts'],
    globalSetup: 'test/build-pages.ts',
    expect: { requireAssertions: true },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
