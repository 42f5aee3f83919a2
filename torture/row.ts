/** How much of a row is run: the short form belongs to `npm test`, the long one to `npm run torture`. */
export type Scale = 'quick' | 'full';

export interface Outcome {
  /** What was counted and measured, in a few words. */
  figure: string;
  /** What does not hold, in sentences that quote no secret; empty when all does. */
  broken: string[];
  /** What took longer or more than it may. Only the long form fails by it: a busy machine is slow. */
  slow: string[];
}

/** A fault or a threat, and the test that the site withstands it. */
export interface Row {
  /** By which it can be asked for, in kebab-case. */
  name: string;
  /** What is done to the site, and what must hold, in one sentence. */
  claim: string;
  /** Why it cannot be run on this machine, or null when it can. */
  obstacle?(): string | null;
  /** Runs against the real site in a process of its own, and leaves nothing running behind. */
  run(scale: Scale): Promise<Outcome>;
}

/** The obstacle of a row that looks at a process through /proc. */
export function needsLinux(): string | null {
  return process.platform === 'linux' ? null : 'it reads /proc, which only Linux has';
}
