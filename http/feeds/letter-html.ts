import { escapeMarkup } from './escape-markup.ts';

/**
 * A letter's body for programs that know HTML but not our styles: its paragraphs and how far they are apart,
 * its lines and the blanks that they begin with, each paragraph in its own direction.
 * @param language as a BCP 47 tag, where it is known
 */
export function letterHtml(content: string, language: string | undefined): string {
  const lang = language ? ` lang="${language}"` : '';
  // Blank lines stay between the paragraphs, where they mean nothing.
  const paragraphs = content.split(/(\n(?:[ \t]*\n)+)/).map((part, at, parts) => {
    if (part.trim() === '') return part;
    // The first two line breaks before a paragraph are its margin.
    const [, , ...further] = (parts[at - 1] ?? '').match(/\n/g) ?? [];
    const distance = '<br>'.repeat(further.length);
    return `<p dir="auto"${lang}>${distance}${part.split('\n').map(line).join('<br>\n')}</p>`;
  });
  return paragraphs.join('');
}

/**
 * Browsers collapse blanks, and drop those that a line begins with: of these, every other one becomes a no-break
 * space. At the rest a line can be broken, as behind the last that sets two words apart. Those that a line ends
 * with stay dropped, as they would only fill another.
 */
function line(text: string): string {
  const held = text.replaceAll('\t', '    ').replaceAll(/^ +| {2,}/g, (blanks, at, whole) => {
    const { length } = blanks;
    if (at + length === whole.length) return blanks;
    const alternating = '\u00a0 '.repeat(length);
    return at === 0 ? alternating.slice(0, length) : alternating.slice(-length);
  });
  return escapeMarkup(held);
}
