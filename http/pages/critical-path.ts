import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Optimizes the critical rendering path: styles are inlined, scripts wait until the first paint, and
 * common fonts are preloaded. Fetching styles would take another round trip; scripts, which a reader
 * needs only to open a letter in place, would compete with fonts for the network and with rendering for
 * the processor. No page waits for fonts, but the sooner they come, the less is painted twice.
 */

const STYLESHEET = /<link rel="stylesheet" href="([^"#]+)[^>]*\/>/g;
const PRELOAD = /<link rel="modulepreload" [^>]*\/>/g;
/** scripts/everyday-fonts.ts */
const EVERYDAY_FONT = /\/assets\/everyday-[\w-]+\.woff2/g;
const HEAD_END = '</head>';
const MODULE = '<script type="module" async="">';
const SCRIPT_END = '</script>';

/** What replaces a link to a stylesheet. */
interface Stylesheet {
  text: string;
  /** Preload links for the fonts that every page needs. */
  fonts: string;
}

export function stylesheet(text: string): Stylesheet {
  return { text, fonts: (text.match(EVERYDAY_FONT) ?? []).map(fetchFont).join('') };
}

/** The parts of the build that are inlined into pages. */
interface InlineParts {
  /** By address. A link to any other stylesheet stays a link. */
  styles: Map<string, Stylesheet>;
  /** app/boot-script.ts */
  bootScript: string;
}

/** @param own the owner's styles, which come last */
export function optimizeCriticalPath(
  html: string,
  { styles, bootScript }: InlineParts,
  own = '',
): string {
  const head = html.indexOf(HEAD_END);
  const module = html.lastIndexOf(MODULE);
  const moduleEnd = html.indexOf(SCRIPT_END, module) + SCRIPT_END.length;
  // Markup in another form than React Router's is left as it is.
  if (head < 0 || module < head) return html;

  let inline = '';
  let fonts = '';
  let preloads = '';
  const links = html
    .slice(0, head)
    .replace(STYLESHEET, (link, address) => {
      const style = styles.get(address);
      if (style === undefined) return link;
      inline += style.text;
      fonts += style.fonts;
      return '';
    })
    .replace(PRELOAD, (link) => {
      preloads += link;
      return '';
    });
  return [
    links,
    fonts,
    `<style id="styles">${inline}${own}</style>`,
    html.slice(head, module),
    `<template id="scripts">${preloads}${html.slice(module, moduleEnd)}</template>`,
    `<script>${bootScript}</script>`,
    html.slice(moduleEnd),
  ].join('');
}

/** With `crossorigin`, as styles request fonts: otherwise it would be fetched twice. */
function fetchFont(address: string): string {
  return `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin=""/>`;
}

/** @param directory the built client files */
export function readInlineParts(directory: string): InlineParts {
  const text = (name: string) => readFileSync(join(directory, name), 'utf8').trimEnd();
  const sheets = readdirSync(join(directory, 'assets')).filter((name) => name.endsWith('.css'));
  return {
    styles: new Map(sheets.map((name) => [`/assets/${name}`, stylesheet(text(`assets/${name}`))])),
    bootScript: text('boot-script.js'),
  };
}
