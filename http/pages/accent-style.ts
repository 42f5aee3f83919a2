import { accentShades } from '#core/accent.ts';

/**
 * CSS that overrides custom properties of `app/styles/tokens.css` with the owner's colour.
 * @param colour like `#8c2f2a`; null for none
 */
export function accentStyle(colour: string | null): string {
  if (colour === null) return '';
  const day = properties(colour, 'day');
  return `:root{${day}}@media screen and (prefers-color-scheme:dark){:root{${properties(colour, 'night')}}}`;
}

function properties(colour: string, time: 'day' | 'night'): string {
  const { fill, ink, edge, line, wax } = accentShades(colour, time);
  const words = `--accent:${fill};--accent-ink:${ink};--accent-edge:${edge}`;
  return `${words};--accent-line:${line};--focus:${line};--own-wax:${wax}`;
}
