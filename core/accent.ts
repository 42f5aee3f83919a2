import { contrastOf, lightnessOf, nearestShade } from './colour.ts';

/** What lies beneath, as `app/styles/tokens.css` has it, and how light wax may be to look like wax. */
export const GROUNDS = {
  day: { desk: '#f3ecdf', deskGlow: '#fbf7ee', sheet: '#fdf9f0', accentInk: '#fff8ee' },
  night: { desk: '#1a1510', deskGlow: '#2b2218', sheet: '#372c20', accentInk: '#fff3e8' },
} as const;
const WAX = { day: [0.34, 0.7], night: [0.42, 0.62] } as const;

/** What WCAG 2.2 AA asks of words, and of lines and rings that mean something. */
const WORDS = 4.5;
const LINES = 3;

/** One colour, as it is used by day or by night. */
interface AccentShades {
  /** Beneath words. */
  fill: string;
  /** Lines and rings on the desk and on paper. */
  line: string;
  wax: string;
}

/**
 * The shades of an owner's colour, each as near to it as can be read.
 * @param colour like `#8c2f2a`; whichever it is, words and lines have the contrast they need
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
