import { contrastOf, darkened, lightnessOf, nearestShade } from './colour.ts';

/** The backgrounds, and the colour of text on the accent, as in `app/styles/tokens.css`. */
export const GROUNDS = {
  day: { desk: '#f3ecdf', deskGlow: '#fbf7ee', sheet: '#fdf9f0', accentInk: '#fff8ee' },
  night: { desk: '#1a1510', deskGlow: '#2b2218', sheet: '#372c20', accentInk: '#fff3e8' },
} as const;
/** The colour of text on a light accent, such as gold: the ink by day. */
const DARK_INK = '#2b231b';
/** How much darker a button is under the pointer (`app/styles/base.css`). */
const HOVER_SHADE = 0.15;
/** The lowest and the highest Oklab lightness that wax may have. */
const WAX = { day: [0.34, 0.7], night: [0.42, 0.62] } as const;

/** The contrast that WCAG 2.2 AA requires of text, and of meaningful lines and rings. */
const WORDS = 4.5;
const LINES = 3;

/** The shades of the owner's colour, by day or by night. */
interface AccentShades {
  /** Beneath words. */
  fill: string;
  /** The words on it. */
  ink: string;
  /** The edge of what is filled, which shows where it ends on the desk. */
  edge: string;
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
  const isBeneath = (ink: string) => (shade: string) =>
    [shade, darkened(shade, HOVER_SHADE)].every((one) => contrastOf(one, ink) >= WORDS);
  const [isDark, isLight] = [isBeneath(accentInk), isBeneath(DARK_INK)];
  const isApart = (shade: string) => contrastOf(shade, desk) >= LINES;
  const line = nearestShade(colour, (shade) =>
    [desk, deskGlow, sheet].every((ground) => contrastOf(shade, ground) >= LINES),
  );
  // A dark fill has no edge of its own, so it must not be as dark as the desk at night.
  const fill = nearestShade(colour, (shade) => isLight(shade) || (isDark(shade) && isApart(shade)));
  return {
    fill,
    ink: isDark(fill) ? accentInk : DARK_INK,
    edge: isApart(fill) ? fill : line,
    line,
    wax: nearestShade(colour, (shade) => {
      const lightness = lightnessOf(shade);
      return lightness >= darkest && lightness <= lightest;
    }),
  };
}
