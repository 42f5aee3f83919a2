import type { Store } from '#core/store.ts';
import type { Config } from '../config.ts';

/** One of the owner's commands, as `cli/letters.ts` lists and runs it. */
export interface Command {
  /** What is typed behind the name, like `FILE`. */
  parameters: string;
  /** What it does, in one line of at most sixty characters. */
  summary: string;
  /** Whether these are arguments that the command understands. */
  accepts(args: string[]): boolean;
  /** @returns the exit status. May throw `OwnerFacingError` and `StoreUnavailable`. */
  run(args: string[], house: House): Promise<number>;
}

/** What a command works with. */
export interface House {
  config: Config;
  /** Opens the letters; they are closed when the command is done. Makes the database if there is none. */
  openStore(): Promise<Store>;
}
