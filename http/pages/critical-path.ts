import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { BOOT_SCRIPT } from './boot-script.ts';

/**
 * What a page needs to be drawn comes with it, and what makes it alive waits until it is drawn.
 * Fetching the styles would take another journey; the scripts, which a reader needs only to open a
 * letter in its place, would share the line with the fonts and the processor with the drawing. The
 * fonts that every page needs are asked for at once: no page waits for them, but the sooner they come,
 * the less is drawn twice.
 */

const STYLESHEET = /<link rel="stylesheet" href="([^"#]+)[^"]*"\/>/g;
const PRELOAD = /<link rel="modulepreload" [^>]*\/>/g;
/** scripts/everyday-fonts.ts */
const EVERYDAY_FONT = /\/assets\/everyday-[\w-]+\.woff2/g;
const HEAD_END = '</head>';
const MODULE = '<script type="module" async="">';
const SCRIPT_END = '</script>';

/** What stands in a page instead of a link to a stylesheet. */
interface Stylesheet {
  text: string;
  /** Links that ask for the fonts that every page needs. */
  fonts: string;
}

export function stylesheet(text: string): Stylesheet {
  return { text, fonts: (text.match(EVERYDAY_FONT) ?? []).map(fetchFont).join('') };
}

/**
 * @param styles by their addresses; one that is not there stays a link
 * @param own what has the last word over them
 */
export function drawFirst(html: string, styles: Map<string, Stylesheet>, own = ''): string {
  const head = html.indexOf(HEAD_END);
  const module = html.lastIndexOf(MODULE);
  const moduleEnd = html.indexOf(SCRIPT_END, module) + SCRIPT_END.length;
  // What React Router did not make, or not in this form, is left as it is.
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
    `<style>${inline}${own}</style>`,
    html.slice(head, module),
    `<template id="scripts">${preloads}${html.slice(module, moduleEnd)}</template>`,
    `<script>${BOOT_SCRIPT}</script>`,
    html.slice(moduleEnd),
  ].join('');
}

/** Anonymously, as styles ask for it: otherwise it would be fetched twice. */
function fetchFont(address: string): string {
  return `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin=""/>`;
}

/** Every stylesheet of a page, by its address. @param directory the built client files */
export function readStyles({ assets }: ServerBuild, directory: string): Map<string, Stylesheet> {
  const links = Object.values(assets.routes).flatMap((route) => route?.css ?? []);
  const addresses = new Set(links.map((link) => link.replace(/#.*/, '')));
  return new Map(
    [...addresses].map((address) => [
      address,
      stylesheet(readFileSync(join(directory, address), 'utf8')),
    ]),
  );
}
