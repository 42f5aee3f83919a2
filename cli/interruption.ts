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

/** @param words all that whoever interrupts from here on is told. Throws when it was interrupted before */
export type MustFinish = (words: string) => void;

/**
 * Does work that clears up behind itself when it is interrupted, instead of ending at once.
 * @param consequence what an interruption means, in a sentence for the owner
 * @param work gets a signal whose reason is `Interrupted`; what it no longer heeds, it finishes. And
 * what to call where it comes to a part that must not be left halfway
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
    // A terminal's Ctrl-C may arrive twice: from the terminal, and from whoever started us.
    if (interrupted) return;
    interrupted = true;
    if (finishing !== null) {
      console.error(finishing);
      return;
    }
    interruption.abort(new Interrupted(`Interrupted. ${consequence}`));
    setTimeout(() => {
      // What may still be under way then is the engine's good-bye.
      if (!ended) console.error(CUT_SHORT);
      process.exit(INTERRUPTED_STATUS);
    }, PATIENCE).unref();
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
