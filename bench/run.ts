import { benchCapacity } from './capacity.ts';
import { benchLive } from './live-latency.ts';
import { benchOpenStreams } from './open-streams.ts';
import { benchWarmPages } from './warm-pages.ts';

/** `npm run bench [-- NAME [OPTION...]]`: what is claimed about speed and size, as commands. */

interface Bench {
  /** What it tells, in a sentence. */
  summary: string;
  run(args: string[]): void | Promise<void>;
}

const BENCHES = new Map<string, Bench>([
  [
    'live',
    {
      summary: 'How long a letter is under way from its owner to all readers of several instances.',
      run: benchLive,
    },
  ],
  ['pages', { summary: 'How many kept pages one instance hands out.', run: benchWarmPages }],
  ['streams', { summary: 'What open live streams cost one instance.', run: benchOpenStreams }],
  [
    'capacity',
    {
      summary: 'What an hour of readers needs, simulated (--readers N, --letters N, …).',
      run: benchCapacity,
    },
  ],
]);

const [name, ...args] = process.argv.slice(2);
if (name !== undefined && !BENCHES.has(name)) {
  console.error(`There is no bench "${name}". There are: ${[...BENCHES.keys()].join(', ')}.`);
  process.exit(2);
}
for (const [known, { summary, run }] of BENCHES) {
  if (name !== undefined && name !== known) continue;
  console.log(`\n${known}: ${summary}\n`);
  await run(args);
}
