import type { BrowserContext } from '@playwright/test';

export interface Fetched {
  type: string;
  /** As they came over the wire, with their headers. */
  bytes: number;
}

/** A new page, and everything that it fetches. */
export async function watchedPage(context: BrowserContext) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const fetched: Fetched[] = [];
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type) fetched.push({ type, bytes: encodedDataLength });
  });
  return { page, fetched };
}

/** In kilobytes, of a thousand bytes each. */
export function weight(fetched: Fetched[], ...types: string[]): number {
  const some = fetched.filter(({ type }) => types.includes(type));
  return some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
