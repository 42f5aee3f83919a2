import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchInTime } from './fetch-in-time.ts';

/** A site whose answer comes when and as far as a test says so. */
function slowSite() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const begun = Promise.withResolvers<Response>();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const body = writable.getWriter();
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => {
      begun.reject(signal.reason);
      body.abort(signal.reason).catch(() => {});
    });
    return begun.promise;
  });
  return {
    begin: () => begun.resolve(new Response(readable, { status: 404 })),
    send: (text: string) => void body.write(new TextEncoder().encode(text)),
    end: () => void body.close(),
  };
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('an answer may take long as a whole, as on a slow line', async () => {
  const site = slowSite();
  const answer = fetchInTime('/');
  for (const next of [site.begin, () => site.send('one, '), () => site.send('two'), site.end]) {
    await wait(9000);
    next();
  }
  expect((await answer).status).toBe(404);
  expect(await (await answer).text()).toBe('one, two');
});

test.each(['the beginning', 'the middle'])(
  'an answer that stands still for ten seconds in %s is given up',
  async (where) => {
    const site = slowSite();
    const outcome = fetchInTime('/').then(
      () => 'came',
      () => 'given up',
    );
    if (where === 'the middle') {
      site.begin();
      site.send('one, ');
    }
    await wait(9900);
    expect(await Promise.race([outcome, 'waits'])).toBe('waits');
    await wait(100);
    expect(await outcome).toBe('given up');
  },
);

test('where an extension or an app has replaced fetch, and its answers have no stream, their words are there', async () => {
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => 'the words' }));
  expect(await (await fetchInTime('/')).json()).toBe('the words');
});
