import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after the start, when whoever waited for it has been served. */
const SETTLED = 3000;

/**
 * Once the site has started, keeps what was compiled for the next start, and gives back the memory
 * that only starting needed, about a quarter of all: the engine itself does so only when it needs to
 * make room, which on a quiet site is never. It takes some 20 ms, this once.
 */
export function settleLater(): void {
  setTimeout(() => {
    flushCompileCache();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    collect({ type: 'major', flavor: 'last-resort' });
  }, SETTLED).unref();
}
