import type { Command } from './command.ts';

/** Typed before the name of a command. */
const TYPED = 'npm run letters --';
/** In characters: fits narrow terminals. */
const WIDTH = 76;

/** An overview of all commands, for beginners. */
export function helpAll(commands: ReadonlyMap<string, Command>): string {
  const width = Math.max(...[...commands.keys()].map((name) => name.length)) + 3;
  const list = [...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return [
    "The owner's commands. Type them in the site's folder; while the site runs, in a",
    'second terminal. Readers see changes at once.',
    '',
    ...list,
    '',
    'For example, to keep a copy of everything:',
    '',
    `  ${TYPED} backup my-letters.backup`,
    '',
    'and to read more about a command:',
    '',
    `  ${TYPED} help backup`,
  ].join('\n');
}

export function helpOn(name: string, command: Command): string {
  const paragraphs = command.more.flatMap((paragraph) => ['', wrap(paragraph)]);
  return [
    `${name}: ${command.summary}`,
    '',
    `  ${typed(name, command.parameters)}`,
    ...paragraphs,
    ...(command.example ? ['', 'For example:', '', `  ${typed(name, command.example)}`] : []),
  ].join('\n');
}

/** @param fault what was wrong, if that can be told */
export function wrongUse(name: string, command: Command, fault: string | null): string {
  const { parameters, example } = command;
  return [
    ...(fault === null ? [] : [fault, '']),
    `It is typed like this: ${typed(name, parameters)}`,
    ...(example ? [`for example:           ${typed(name, example)}`] : []),
    `More about it:         ${typed('help', name)}`,
  ].join('\n');
}

function typed(name: string, rest: string): string {
  return `${TYPED} ${name} ${rest}`.trim();
}

function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
