/**
 * Resolves the site's styles for a drawing outside the browser, whose renderer knows neither custom
 * properties nor media queries.
 */

/** The custom properties of one rule. @param css may have several with this selector: the first counts */
export function propertiesOf(css: string, selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) return {};
  const rule = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  const declarations = rule.matchAll(/(--[\w-]+):\s*([^;]+);/g);
  return Object.fromEntries([...declarations].map(([, name = '', value = '']) => [name, value]));
}

const AT_MEDIA = /@media ([^{]*)\{((?:[^{}]|\{[^{}]*\})*)\}/g;
/** Media features that hold for every image. */
const HOLDS = '(forced-colors: none)';

/**
 * The styles by day, with custom properties replaced by their values.
 * @throws when a property is missing and has no fallback
 */
export function resolveStyles(css: string, properties: Record<string, string>): string {
  const byDay = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(AT_MEDIA, (_, query: string, rules: string) =>
      query.trim() === HOLDS ? rules : '',
    );
  const value = (text: string): string =>
    text.replaceAll(
      /var\((--[\w-]+)(?:,\s*(var\([^()]+\)|[^()]+))?\)/g,
      (_, name: string, otherwise?: string) => {
        const found = properties[name] ?? otherwise;
        if (found === undefined) throw new Error(`No style says what ${name} is.`);
        return value(found);
      },
    );
  // With commas, which every SVG parser understands.
  return value(byDay).replaceAll(/rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/g, 'rgba($1, $2, $3, $4)');
}
