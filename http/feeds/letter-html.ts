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
    // Of those before a paragraph, the first is its margin.
    const blankLines = (parts[at - 1]?.split('\n').length ?? 0) - 2;
    const distance = '<br>'.repeat(Math.max(0, blankLines - 1));
    return `<p dir="auto"${lang}>${distance}${part.split('\n').map(line).join('<br>\n')}</p>`;
  });
  return paragraphs.join('');
}

/**
 * Browsers collapse blanks, and drop those that a line begins with: these become no-break spaces. The last of several
 * between two words stays, or no line could be broken there.
 */
function line(text: string): string {
  const held = text
    .replaceAll('\t', '    ')
    .replaceAll(/^ +| +(?= )/g, (blanks) => '\u00a0'.repeat(blanks.length));
  return escapeMarkup(held);
}
