/** Colours written like `#8c2f2a`: how light they are, and the same colour lighter or darker. */

type Triple = [number, number, number];

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance @returns from 0, black, to 1, white */
function luminanceOf(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio @returns from 1 to 21 */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The perceived lightness, from 0 to 1: the L of Oklab. */
export function lightnessOf(colour: string): number {
  return oklab(linear(colour))[0];
}

/** A colour mixed with black in Oklab, as by CSS `color-mix`. @param share of black, from 0 to 1 */
export function darkened(colour: string, share: number): string {
  return written(fromOklab(oklab(linear(colour)).map((part) => part * (1 - share)) as Triple));
}

/** A step in lightness that nobody can see. */
const STEP = 0.005;

/**
 * The shade of a colour, in the same hue and nearest in lightness, that `isFit` accepts.
 * @throws when it accepts none
 */
export function nearestShade(colour: string, isFit: (shade: string) => boolean): string {
  const [lightness, a, b] = oklab(linear(colour));
  if (isFit(colour)) return colour;
  for (let away = STEP; away <= 1; away += STEP) {
    for (const tried of [lightness - away, lightness + away]) {
      if (tried < 0 || tried > 1) continue;
      const shade = inGamut([tried, a, b]);
      if (isFit(shade)) return shade;
    }
  }
  throw new Error(`No shade of ${colour} is fit.`);
}

/** The colour with as much of its chroma as sRGB can show at this lightness. */
function inGamut([lightness, a, b]: Triple): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const rgb = fromOklab([lightness, a * share, b * share]);
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005)) return written(rgb);
  }
  return written(fromOklab([lightness, 0, 0]));
}

function linear(colour: string): Triple {
  const bits = Number.parseInt(colour.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 0xff, bits & 0xff].map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function written(rgb: Triple): string {
  const bytes = rgb.map((raw) => {
    const part = Math.min(1, Math.max(0, raw));
    const encoded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** https://bottosson.github.io/posts/oklab/ */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
