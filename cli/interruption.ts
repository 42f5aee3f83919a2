import { OwnerFacingError } from '#core/errors.ts';

/** What a shell says of a process that Ctrl-C ended: 128 and the number of the signal. */
export const INTERRUPTED_STATUS = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long an engine that is slow, or does not answer, may hold up the end, in milliseconds. */
const PATIENCE = 5000;
/** What was under way may be done or not, and is whole either way. */
const CUT_SHORT = 'Interrupted before all was done. Give the same command again.';

/** The owner, or the machine, wanted it to end. */
export class Interrupted extends OwnerFacingError {}

/**
 * Does work that clears up behind itself when it is interrupted, instead of ending at once.
 * @param consequence what an interruption means, in a sentence for the owner
 * @param work gets a signal whose reason is `Interrupted`; what it no longer heeds, it finishes
 */
export async function interruptible<Result>(
  consequence: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const interrupt = () => {
    // A terminal's Ctrl-C may arrive twice: from the terminal, and from whoever started us.
    if (interruption.signal.aborted) return;
    interruption.abort(new Interrupted(`Interrupted. ${consequence}`));
    setTimeout(() => {
      console.error(CUT_SHORT);
      process.exit(INTERRUPTED_STATUS);
    }, PATIENCE).unref();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    if (!interruption.signal.aborted) {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    }
  }
}
