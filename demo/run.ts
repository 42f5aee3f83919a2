import { OwnerFacingError } from '#core/errors.ts';
import { proseLog } from '../http/log/error-log.ts';
import { demoConfig, PASSWORD, startSampleSite } from './sample-site.ts';

/** `npm run demo`: a site to try things on, with sample letters, in memory. */

try {
  const log = proseLog(console.error, 'memory');
  const { url, stop, store } = await startSampleSite({ config: demoConfig(), log });
  console.log(
    [
      `A site with sample letters is at ${url}`,
      `Its portal opens with the password ${PASSWORD}`,
      'Write, change and delete as you like: it is all in memory, and forgotten at the end',
      'Press Ctrl-C to stop.',
    ].join('\n'),
  );
  await toldToStop();
  await stop();
  await store.close();
} catch (error) {
  if (!(error instanceof OwnerFacingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
}
