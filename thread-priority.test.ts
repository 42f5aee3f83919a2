import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { startSiteProcess } from '#test/site/site-process.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** The names of a process's threads, each with its priority relative to that of the process. */
function threadsOf(pid: number): [name: string, lower: number][] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => [
    readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
    getPriority(Number(thread)) - getPriority(pid),
  ]);
}

test.runIf(process.platform === 'linux')(
  'on a running site, threads that compress, hash and collect garbage have a lower priority than the one that answers',
  async () => {
    const site = await startSiteProcess({}, temporaryFolder());
    onTestFinished(() => site.kill());
    const background = /^(?:libuv-worker|node-V8Worker)$/;
    const giveWay = () => threadsOf(site.pid).filter(([, lower]) => lower > 0);
    await expect
      .poll(giveWay)
      .toEqual(
        threadsOf(site.pid).flatMap(([name]) => (background.test(name) ? [[name, 10]] : [])),
      );
    expect(new Set(giveWay().map(([name]) => name)).size).toBe(2);
    expect(threadsOf(site.pid)).toContainEqual(['node-MainThread', 0]);
  },
);
