import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { residentMegabytes } from '#test/machine/process-load.ts';
import { createCardRenderer } from './card-renderer.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"></svg>';
const order = (svg = SVG) => ({
  drawing: {
    svg,
    ink: '#000',
    paper: '#fff',
    title: { x: 6, y: 3, width: 12, top: 0, bottom: 4 },
    date: { x: 6, y: 5, size: 1 },
  },
  words: { title: 'Hello', date: 'Today', postmark: [] },
});

/** In milliseconds; enough for a busy machine. */
const PATIENT = { timeout: 60_000 };

/** One whose process is the only child of this one, once it has begun. */
async function idleRenderer() {
  const renderer = createCardRenderer(PATIENT);
  onTestFinished(renderer.close);
  await expect.poll(children).toBe('');
  return renderer;
}

test('draws cards one after the other, and refuses orders beyond the limit', async () => {
  const renderer = createCardRenderer({ ...PATIENT, mostWaiting: 2 });
  const orders = [renderer.render(order()), renderer.render(order()), renderer.render(order())];
  const [first, second, third] = await Promise.all(orders);
  expect([...(first ?? [])].slice(1, 4)).toEqual([...Buffer.from('PNG')]);
  expect(second).toEqual(first);
  expect(third).toBeNull();
  expect(await renderer.render(order())).toEqual(first);
  await renderer.close();
  expect(await renderer.render(order())).toBeNull();
});

test('an error costs one card; the next one is drawn, and closing stops the one being drawn', async () => {
  const renderer = createCardRenderer(PATIENT);
  const [broken, whole] = await Promise.allSettled([
    renderer.render(order('nothing</svg>')),
    renderer.render(order()),
  ]);
  expect(broken.status).toBe('rejected');
  expect(whole.status).toBe('fulfilled');
  const last = renderer.render(order());
  await renderer.close();
  expect(await last).toBeNull();
});

test('nothing of a card is left on the process that has drawn it', async () => {
  const renderer = createCardRenderer(PATIENT);
  onTestFinished(renderer.close);
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  // Node warns of more than ten listeners.
  await Promise.all(Array.from({ length: 12 }, () => renderer.render(order())));
  expect(warned).not.toHaveBeenCalled();
});

test('gives up a card that takes too long, and the process that draws it', async () => {
  const hasty = createCardRenderer({ timeout: 0 });
  onTestFinished(hasty.close);
  await expect(hasty.render(order())).rejects.toThrow('A card took too long.');
  if (process.platform === 'linux') await expect.poll(children).toBe('');
});

test('a process that draws the next card is not ended as idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const renderer = createCardRenderer({ ...PATIENT, idle: 1000 });
  onTestFinished(renderer.close);
  await renderer.render(order());
  const next = renderer.render(order());
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(1000);
  expect(await next).not.toBeNull();
});

/** The child processes that are still running. */
function children(): string {
  const tasks = readdirSync('/proc/self/task');
  return tasks.map((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8')).join('');
}

test.runIf(process.platform === 'linux')(
  'the process ends when it is idle, and another starts when it is needed',
  async () => {
    const renderer = createCardRenderer({ ...PATIENT, idle: 0 });
    // Those of earlier tests are about to end.
    await expect.poll(children).toBe('');
    expect(await renderer.render(order())).not.toBeNull();
    await expect.poll(children).toBe('');
    expect(await renderer.render(order())).not.toBeNull();
    await renderer.close();
    await expect.poll(children).toBe('');
  },
);

test.runIf(process.platform === 'linux')(
  'a process that was killed while idle costs no card',
  async () => {
    const renderer = await idleRenderer();
    await renderer.render(order());
    process.kill(Number(children()), 'SIGKILL');
    await expect.poll(children).toBe('');
    expect(await renderer.render(order())).not.toBeNull();
  },
);

test.runIf(process.platform === 'linux')(
  'where memory runs out, the process that draws is ended, and not the site',
  async () => {
    const renderer = await idleRenderer();
    await renderer.render(order());
    expect(readFileSync(`/proc/${children().trim()}/oom_score_adj`, 'utf8')).toBe('1000\n');
  },
);

test.runIf(process.platform === 'linux')(
  'the memory of a card is free for the next one as soon as it is drawn',
  async () => {
    const renderer = await idleRenderer();
    const paths = '<path d="M0 0h1v1h-1z"/>'.repeat(20_000);
    const large = order(SVG.replace('</svg>', `${paths}</svg>`));
    const drawn = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) await renderer.render(large);
      return residentMegabytes(Number(children()));
    };
    const before = await drawn(10);
    expect((await drawn(30)) - before).toBeLessThan(50);
  },
);
