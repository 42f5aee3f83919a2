import { hash } from 'node:crypto';

/** Digests in the form of a Content-Security-Policy. */
export interface InlineDigests {
  scripts: string[];
  styles: string[];
}

/**
 * The digests of a page's inline scripts and styles, to be allowed in its policy. Expects markup as
 * React writes it: whatever this does not find, the browser refuses.
 */
export function inlineDigests(html: string): InlineDigests {
  const scripts = new Set<string>();
  for (const { tag, text } of elements(html, 'script')) {
    // External scripts and JSON-LD need no digest.
    if (/\s(?:src\s*=|type="application\/ld\+json")/i.test(tag)) continue;
    scripts.add(digestOf(text));
  }
  const styles = new Set<string>();
  for (const { text } of elements(html, 'style')) styles.add(digestOf(text));
  return { scripts: [...scripts], styles: [...styles] };
}

/** The elements of a tag name. The next `>` ends their tag, since React escapes it in attributes. */
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

const digestOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
