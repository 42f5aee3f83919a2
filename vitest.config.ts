import { defineConfig } from 'vitest/config';

/** Unit, contract and HTTP tests. The journeys through the built site are Playwright's. */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'build/**', 'test/journeys/**'],
    globalSetup: 'test/build-pages.ts',
    // A busy machine may be late; the default would be one second.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // More than the cores of a small machine: many tests wait for a process, a server or the disk.
    maxWorkers: 4,
    // Only for what hangs: no test measures time, and a busy machine may be slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Before each test.
    unstubGlobals: true,
    restoreMocks: true,
  },
});
