import { readdirSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startSiteProcess } from '#test/site/site-process.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { maintainWhenIdle } from './idle-maintenance.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 40;
const { NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: THOROUGH } = constants;
/** Polling is work, too, so it must be rare. */
const SELDOM = { timeout: 60_000, interval: 75 * LOOK_MS };

/** Uses this much processor time, however long that takes on a busy machine. */
function work(milliseconds: number): void {
  const begun = process.cpuUsage();
  const taken = () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
  while (taken() < milliseconds);
}

/** Counts the collections that the engine would not have made by itself. */
function watchCollections(): () => number {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail } = entry as PerformanceEntry & { detail: { flags: number } };
      if (detail.flags === THOROUGH) count += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  onTestFinished(() => observer.disconnect());
  return () => count;
}

test('warms up when idle, then frees memory, and again after a rush', async () => {
  let warmed = 0;
  const warmUp = async () => {
    warmed += 1;
  };
  const collections = watchCollections();
  void maintainWhenIdle(warmUp, LOOK_MS);
  for (let round = 0; round < 20; round += 1) {
    work(LOOK_MS / 4);
    await sleep(LOOK_MS / 4);
    expect([warmed, collections()]).toEqual([0, 0]);
  }
  await expect.poll(collections, SELDOM).toBeGreaterThan(0);
  expect(warmed).toBe(1);

  const first = collections();
  await sleep(40 * LOOK_MS);
  expect(collections()).toBe(first);

  const rush = Array.from({ length: 500_000 }, (_, at) => ({ at }));
  await expect.poll(collections, SELDOM).toBeGreaterThan(first);
  expect([warmed, rush.length]).toEqual([1, 500_000]);
}, 120_000);

test('a site keeps what it has compiled once it is idle, also if it is killed later', async () => {
  const cache = temporaryFolder();
  const site = await startSiteProcess({ NODE_COMPILE_CACHE: cache }, temporaryFolder());
  onTestFinished(() => site.kill());
  // A program that it runs for a moment keeps some files, too, and the site itself hundreds.
  await expect
    .poll(() => readdirSync(cache, { recursive: true }).length, { timeout: 30_000 })
    .toBeGreaterThan(100);
});
