import { accentShades } from '#core/accent.ts';

/**
 * The custom properties of `app/styles/tokens.css` in the owner's colour, to stand behind them.
 * @param colour like `#8c2f2a`; without one there is nothing to say
 */
export function accentStyle(colour: string | null): string {
  if (colour === null) return '';
  const day = properties(colour, 'day');
  return `:root{${day}}@media screen and (prefers-color-scheme:dark){:root{${properties(colour, 'night')}}}`;
}

function properties(colour: string, time: 'day' | 'night'): string {
  const { fill, line, wax } = accentShades(colour, time);
  return `--accent:${fill};--accent-line:${line};--focus:${line};--own-wax:${wax}`;
}
