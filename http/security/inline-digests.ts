import { hash } from 'node:crypto';

/** Digests in the form of a Content-Security-Policy. */
export interface InlineDigests {
  scripts: string[];
  styles: string[];
}

/** The next `>` ends a tag, since React escapes it in attributes. */
const ELEMENT = /<(script|style)([^>]*)>(.*?)<\/\1>/gs;
/** External scripts and JSON-LD need no digest. */
const NEEDS_NONE = /\s(?:src\s*=|type="application\/ld\+json")/i;

/**
 * The digests of a page's inline scripts and styles, to be allowed in its policy. Expects markup as
 * React writes it: whatever this does not find, the browser refuses.
 */
export function inlineDigests(html: string): InlineDigests {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, name, attributes = '', text = ''] of html.matchAll(ELEMENT)) {
    if (NEEDS_NONE.test(attributes)) continue;
    (name === 'style' ? styles : scripts).add(`'sha256-${hash('sha256', text, 'base64')}'`);
  }
  return { scripts: [...scripts], styles: [...styles] };
}
