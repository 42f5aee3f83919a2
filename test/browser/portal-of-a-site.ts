import { onTestFinished, vi } from 'vitest';
import { createDraftKeeper } from '../../app/portal/drafts/draft-keeper.ts';
import { createTestSite, type TestSite } from '../site/create-test-site.ts';

/** An open portal that asks a real site, over a network that can fail it. */
interface PortalOfASite {
  site: TestSite;
  keeper: ReturnType<typeof createDraftKeeper>;
  /** The next request finds no network. */
  failNext(): void;
  /** The next request waits on its way there. @returns lets it go on, or fail after all */
  holdNext(): { asked: Promise<void>; goOn(): void; fail(): void };
}

export async function openPortal(): Promise<PortalOfASite> {
  const site = await createTestSite();
  const cookie = await site.unlock();
  const onTheWay: (() => Promise<void>)[] = [];
  const overTheNetwork = fetch;
  const offline = () => new TypeError('Failed to fetch');
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.startsWith('/')) return overTheNetwork(path, init);
    await onTheWay.shift()?.();
    const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    return site.fetch(path, { ...init, headers: { ...init.headers, ...own } });
  });
  const keeper = createDraftKeeper(() => {});
  keeper.resume();
  // What it has not saved yet would reach the site of the next test.
  onTestFinished(() => keeper.stop());
  return {
    site,
    keeper,
    failNext() {
      onTheWay.push(() => Promise.reject(offline()));
    },
    holdNext() {
      const asked = Promise.withResolvers<void>();
      const way = Promise.withResolvers<void>();
      onTheWay.push(() => {
        asked.resolve();
        return way.promise;
      });
      return {
        asked: asked.promise,
        goOn: way.resolve,
        fail: () => way.reject(offline()),
      };
    },
  };
}
