import { contrastOf, lightnessOf, nearestShade } from './colour.ts';

/** The backgrounds, and the colour of text on the accent, as in `app/styles/tokens.css`. */
export const GROUNDS = {
  day: { desk: '#f3ecdf', deskGlow: '#fbf7ee', sheet: '#fdf9f0', accentInk: '#fff8ee' },
  night: { desk: '#1a1510', deskGlow: '#2b2218', sheet: '#372c20', accentInk: '#fff3e8' },
} as const;
/** The lowest and the highest Oklab lightness that wax may have. */
const WAX = { day: [0.34, 0.7], night: [0.42, 0.62] } as const;

/** The contrast that WCAG 2.2 AA requires of text, and of meaningful lines and rings. */
const WORDS = 4.5;
const LINES = 3;

/** The shades of the owner's colour, by day or by night. */
interface AccentShades {
  /** Beneath words. */
  fill: string;
  /** Lines and rings on the desk and on paper. */
  line: string;
  wax: string;
}

/**
 * The shades of an owner's colour, each the nearest to it that is fit for its use.
 * @param colour like `#8c2f2a`; any colour gives words and lines the contrast they need
 */
export function accentShades(colour: string, time: keyof typeof GROUNDS): AccentShades {
  const { desk, deskGlow, sheet, accentInk } = GROUNDS[time];
  const [darkest, lightest] = WAX[time];
  return {
    fill: nearestShade(
      colour,
      (shade) => contrastOf(shade, accentInk) >= WORDS && contrastOf(shade, desk) >= LINES,
    ),
    line: nearestShade(colour, (shade) =>
      [desk, deskGlow, sheet].every((ground) => contrastOf(shade, ground) >= LINES),
    ),
    wax: nearestShade(colour, (shade) => {
      const lightness = lightnessOf(shade);
      return lightness >= darkest && lightness <= lightest;
    }),
  };
}
