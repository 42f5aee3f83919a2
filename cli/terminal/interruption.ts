import { OwnerFacingError } from '#core/errors.ts';

/** The exit status of shells for a process that Ctrl-C ended: 128 plus the signal's number. */
export const INTERRUPTED_STATUS = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a slow engine may delay the exit, in milliseconds. */
const TIMEOUT_MS = 5000;
/** What was under way may be done or not, but nothing is half done. */
const CUT_SHORT = 'Interrupted before all was done. Run the same command again.';

/** The work was interrupted by a signal. */
export class Interrupted extends OwnerFacingError {}

/** After this call, an interruption only prints these words. Throws if there has been one already. */
export type MustFinish = (words: string) => void;

/**
 * Runs work that cleans up after itself when it is interrupted, instead of exiting at once.
 * @param consequence what an interruption means, in a sentence for the owner
 * @param work is given a signal that is aborted with `Interrupted`, and `mustFinish`, to be called before
 * a part that must not be left halfway
 */
export async function interruptible<Result>(
  consequence: string,
  work: (signal: AbortSignal, mustFinish: MustFinish) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  let interrupted = false;
  let finishing: string | null = null;
  let ended = false;
  const interrupt = () => {
    // Ctrl-C may arrive twice: from the terminal, and from the parent process.
    if (interrupted) return;
    interrupted = true;
    if (finishing !== null) {
      console.error(finishing);
      return;
    }
    interruption.abort(new Interrupted(`Interrupted. ${consequence}`));
    setTimeout(() => {
      // After the work has ended, only the engine is still closing.
      if (!ended) console.error(CUT_SHORT);
      process.exit(INTERRUPTED_STATUS);
    }, TIMEOUT_MS).unref();
  };
  const mustFinish = (words: string) => {
    interruption.signal.throwIfAborted();
    finishing = words;
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interruption.signal, mustFinish);
  } finally {
    ended = true;
    if (!interruption.signal.aborted) {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    }
  }
}
