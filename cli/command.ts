import type { Store } from '#core/store.ts';
import type { StoreAddress } from '#core/store-address.ts';
import type { OpeningMode } from '../store/store-options.ts';
import type { Arguments } from './arguments.ts';
import type { Progress } from './terminal/progress.ts';

/** One of the owner's commands, as `cli/letters.ts` lists and runs it. */
export interface Command {
  /** Its arguments, like `FILE [--yes]`; see `readArguments`. */
  parameters: string;
  /** What it does, short enough that the overview of all commands fits 80 columns. */
  summary: string;
  /** Arguments for an example. */
  example: string;
  /** More help, in paragraphs. */
  more: string[];
  /** @returns the exit status. May throw `OwnerFacingError`, and `StoreUnavailable` if nothing was changed. */
  run(args: Arguments, context: CommandContext): Promise<number>;
}

/** What a command is given to work with. */
export interface CommandContext {
  /**
   * Opens a store, which is closed when the command is done. Creates the database if there is none,
   * unless another mode than `make` is given.
   */
  openStore(opening?: Opening): Promise<Store>;
  progress: Progress;
}

interface Opening {
  /** Instead of the address in the configuration. */
  address?: StoreAddress;
  mode?: OpeningMode;
  /** Where the address was given, for messages that advise to check it. */
  addressedAs?: string;
}
