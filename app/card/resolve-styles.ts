/**
 * The site's own styles for a drawing that leaves the browser: whatever makes a picture of it knows
 * neither custom properties nor media queries.
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
/** True of every picture. */
const HOLDS = '(forced-colors: none)';

/**
 * Styles by day with the values of their properties in them.
 * @throws when a property is not there and nothing stands in for it
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
  // With commas, which every reader of SVG knows.
  return value(byDay).replaceAll(/rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/g, 'rgba($1, $2, $3, $4)');
}
