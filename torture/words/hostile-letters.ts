import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_LENGTH, normalizeText } from '#core/letter.ts';
import { runCommand } from '../run-command.ts';

export interface HostileLetter {
  id: string;
  title: string;
  content: string;
  signature: string;
  date: string;
}

/** Ids that collide with properties of objects. */
const ODD_IDS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', '-'];

/** A harmless letter. */
export const PLAIN: HostileLetter = {
  id: 'plain',
  title: 'Plain',
  content: 'Plain words.',
  signature: 'Plain name',
  date: '2026-01-01',
};

/**
 * Letters with every string once as a title, once as a body and once as a signature; and newest letters
 * with all strings as lines, so that each string is in the feed and on a page that is opened.
 * @param sheetCount how many of the newest: at most as many as a feed page has
 */
export function hostileLetters(
  strings: string[],
  sheetCount: number,
): {
  singles: HostileLetter[];
  sheets: HostileLetter[];
} {
  const { length } = strings;
  const at = (index: number) => strings[index % length] ?? '';
  const third = Math.ceil(length / 3);
  const singles = strings.map((title, index) => ({
    id: ODD_IDS[index] ?? `single-${index}`,
    title,
    content: at(index + third),
    signature: at(index + 2 * third),
    date: PLAIN.date,
  }));
  const lines = Math.ceil(length / sheetCount);
  const sheets = Array.from({ length: sheetCount }, (_, index) => {
    const own = strings.slice(index * lines, (index + 1) * lines);
    return {
      id: `sheet-${index}`,
      title: packed(own, MAX_LENGTH.title) || at(index),
      content: own.join('\n') || at(index),
      signature: packed(own.toReversed(), MAX_LENGTH.signature) || at(index),
      date: '2026-06-01',
    };
  });
  return { singles, sheets };
}

/** As many strings as fit into one line of a letter. */
function packed(strings: string[], limit: number): string {
  let text = '';
  for (const string of strings) {
    const longer = `${text} ${string}`;
    if (longer.normalize('NFC').length <= limit) text = longer;
  }
  return text;
}

/** What readers must see of it. */
export function asShown(letter: HostileLetter): HostileLetter {
  const { title, content, signature } = letter;
  return {
    ...letter,
    title: normalizeText(title),
    content: normalizeText(content),
    signature: normalizeText(signature),
  };
}

/** Imports letters, since the portal would refuse such signatures. @returns what went wrong */
export async function importLetters(
  letters: HostileLetter[],
  environment: Record<string, string>,
  folder: string,
): Promise<string[]> {
  const file = join(folder, `${letters[0]?.id}.json`);
  writeFileSync(file, JSON.stringify(letters));
  const { status, said } = await runCommand(['import', file], environment, folder);
  return status === 0 ? [] : [`The letters were not taken in: ${said.slice(0, 500)}`];
}

/** A lone surrogate is refused, and nothing is kept. */
export async function halfCharacterFaults(
  send: (body: object) => Promise<Response>,
  environment: Record<string, string>,
  folder: string,
): Promise<string[]> {
  const fields = ['title', 'content', 'signature'] as const;
  const faults = fields.map(async (field) => {
    const letter = { ...PLAIN, id: `half-${field}`, [field]: 'half \ud83d of one' };
    const [{ status }, imported] = await Promise.all([
      send(letter),
      importLetters([letter], environment, folder),
    ]);
    return [
      ...(status === 422 ? [] : [`Half a character in the ${field} was answered with ${status}.`]),
      ...(imported.length > 0 ? [] : [`Half a character in the ${field} was imported.`]),
    ];
  });
  return (await Promise.all(faults)).flat();
}
