import { hash } from 'node:crypto';

/** Digests as a content security policy names them. */
export interface InlineDigests {
  scripts: string[];
  styles: string[];
}

/** The styles are the same on most pages. */
const MOST_STYLES = 16;
const styleDigests = new Map<string, string>();

/**
 * Of whatever is inline in a page, which is allowed by its digest, so that nothing else can run or
 * dress the page. It takes markup as React writes it: what it does not see is not allowed.
 */
export function inlineDigests(html: string): InlineDigests {
  const scripts = new Set<string>();
  for (const { tag, text } of elements(html, 'script')) {
    // What is fetched or is data is not run from here.
    if (/\s(?:src\s*=|type="application\/ld\+json")/i.test(tag)) continue;
    scripts.add(digestOf(text));
  }
  const styles = new Set<string>();
  for (const { text } of elements(html, 'style')) styles.add(styleDigest(text));
  return { scripts: [...scripts], styles: [...styles] };
}

/** Those of a name, as browsers find their ends; in attributes React writes `>` as an entity. */
function* elements(html: string, name: string): Generator<{ tag: string; text: string }> {
  const end = `</${name}>`;
  for (let at = 0; ; ) {
    const start = html.indexOf(`<${name}`, at);
    const open = start < 0 ? -1 : html.indexOf('>', start);
    const close = open < 0 ? -1 : html.indexOf(end, open);
    if (close < 0) return;
    yield { tag: html.slice(start, open), text: html.slice(open + 1, close) };
    at = close + end.length;
  }
}

function styleDigest(text: string): string {
  const known = styleDigests.get(text);
  if (known !== undefined) return known;
  if (styleDigests.size >= MOST_STYLES) styleDigests.clear();
  const digest = digestOf(text);
  styleDigests.set(text, digest);
  return digest;
}

const digestOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
