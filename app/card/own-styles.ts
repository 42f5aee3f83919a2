import { accentShades } from '#core/accent.ts';
import type { OwnLook } from '#core/card.ts';
import artStyles from '../envelope/envelope-art.css?raw';
import paperStyles from '../envelope/papers.css?raw';
import tokens from '../styles/tokens.css?raw';
import { propertiesOf, resolveStyles } from './resolve-styles.ts';

/** The styles of an envelope by day, for a drawing outside the browser. */
export interface OwnStyles {
  css: string;
  /** The value of a custom property, without its dashes. */
  colour(name: string): string;
}

/** @param paper the number of its paper */
export function ownStyles({ accentColor }: OwnLook, paper: number): OwnStyles {
  const properties = {
    ...propertiesOf(tokens, ':root'),
    ...propertiesOf(paperStyles, `[data-paper="${paper}"]`),
    ...(accentColor && { '--own-wax': accentShades(accentColor, 'day').wax }),
  };
  return {
    css: resolveStyles(artStyles, properties),
    colour: (name) => resolveStyles(`var(--${name})`, properties),
  };
}
