import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDevice } from '#test/browser/reading-device.ts';
import { forget, refreshCache, refreshCacheSoon, registerServiceWorker } from './offline-cache.ts';

afterEach(() => void vi.useRealTimers());

/** @returns called with what the page tells its worker */
function activeWorker() {
  const postMessage = vi.fn();
  const ready = Promise.resolve({ active: { postMessage } });
  vi.stubGlobal('navigator', { serviceWorker: { ready } });
  return postMessage;
}

test('a withdrawal evicts the letter’s words, and the home page only if it names the letter', async () => {
  vi.useFakeTimers();
  const device = createDevice(async () => new Response());
  vi.stubGlobal('window', device.globals);
  const { caches } = device.globals as { caches: CacheStorage };
  const kept = await caches.open('kept');
  await kept.put('/', new Response('<a href="/letter/new">Newest</a>'));
  for (const id of ['new', 'old']) await kept.put(`/api/letters/${id}`, new Response('words'));
  await forget(['old']);
  expect(await device.kept('/api/letters/old')).toBeNull();
  expect(await device.kept('/')).toContain('Newest');
  await forget(['older', 'new']);
  expect(await device.kept('/api/letters/new')).toBeNull();
  expect(await device.kept('/')).toBeNull();
});

test('after that the page has the worker fetch the home page at once, and the letters later', async () => {
  vi.useFakeTimers();
  const { globals } = createDevice(async () => new Response());
  vi.stubGlobal('window', globals);
  const postMessage = activeWorker();
  await forget(['new']);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(postMessage).toHaveBeenCalledTimes(2);
  expect(postMessage).toHaveBeenCalledWith(null);
  expect(postMessage).toHaveBeenCalledWith(expect.any(Array));
});

test('of many letters that arrive at once, the page has the worker fetch the home page once', async () => {
  vi.useFakeTimers();
  const postMessage = activeWorker();
  for (let letter = 0; letter < 100; letter += 1) refreshCacheSoon(true);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(postMessage.mock.calls).toEqual([[null]]);
});

test('a worker that takes over is told of what was asked for before that, also when the answer comes later', async () => {
  const postMessage = vi.fn();
  const ready = Promise.resolve({ active: { postMessage } });
  let takeOver = () => {};
  const serviceWorker = {
    ready,
    register: () => new Promise(() => {}),
    addEventListener(_kind: string, act: () => void) {
      takeOver = act;
    },
  };
  let answer = (_startTime: number) => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(tell: (answered: { getEntries(): { startTime: number }[] }) => void) {
        answer = (startTime) => tell({ getEntries: () => [{ startTime }] });
      }
      observe() {}
    },
  );
  vi.stubGlobal('window', { requestIdleCallback: (begin: () => void) => begin() });
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('navigator', { serviceWorker });
  const told = async () => {
    await ready;
    return postMessage.mock.calls.length;
  };
  const before = performance.now();
  registerServiceWorker();
  expect(await told()).toBe(0);
  takeOver();
  expect(await told()).toBe(1);
  answer(before - 1);
  expect(await told()).toBe(2);
  answer(performance.now() + 1);
  expect(await told()).toBe(2);
});

test('does nothing on a site without https, where there is no cache', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { requestIdleCallback: (begin: () => void) => begin() });
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('navigator', {});
  expect(registerServiceWorker).not.toThrow();
  await expect(forget(['any'])).resolves.toBeUndefined();
});

test('logs no error where cookies, and with them the worker, are blocked', async () => {
  const refused = new DOMException('The operation is insecure.', 'SecurityError');
  vi.stubGlobal('navigator', {
    serviceWorker: {
      get ready() {
        return Promise.reject(refused);
      },
    },
  });
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  refreshCache();
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});
