import { closestName } from '#core/closest-name.ts';

/** What was typed behind the name of a command. */
export interface Arguments {
  /** Arguments that are no options, such as files, in the order of the command's parameters. */
  names: string[];
  options: string[];
}

/** The fault is a sentence; null where showing how the command is typed says enough. */
type ReadArguments = { ok: true; args: Arguments } | { ok: false; fault: string | null };

/** Options that npm has, too: they may come from its configuration, where nobody meant this command. */
const NPMS_OWN = ['--yes'];
const isOption = (word: string) => word.startsWith('-');

/**
 * @param parameters of the command, like `FILE [--yes]`: what is in brackets may be left out
 * @param wasTakenByNpm whether npm took an option, here without its dashes, for its own: because the `--` before
 * it was forgotten, or because PowerShell, as on Windows, keeps that from npm
 */
export function readArguments(
  parameters: string,
  typed: string[],
  wasTakenByNpm: (option: string) => boolean,
): ReadArguments {
  const declared = parameters.split(' ');
  const known = declared.map((word) => word.replaceAll(/[[\]]/g, '')).filter(isOption);
  const options = [
    ...typed.filter(isOption),
    ...known.filter((option) => !NPMS_OWN.includes(option) && wasTakenByNpm(option.slice(2))),
  ];
  const names = typed.filter((word) => !isOption(word));
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined) {
    const meant = closestName(unknown, known);
    const hint = meant === null ? '' : ` Did you mean ${meant}?`;
    return { ok: false, fault: `There is no option ${unknown}.${hint}` };
  }
  const most = declared.length - known.length;
  if (names.length > most && most > 0) {
    const fault = 'A name with a space in it needs quotation marks, like "My Letters".';
    return { ok: false, fault };
  }
  const least = declared.filter((word) => !word.startsWith('[')).length;
  if (names.length > most || names.length < least) return { ok: false, fault: null };
  return { ok: true, args: { names, options } };
}
