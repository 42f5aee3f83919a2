import { Blob, Face } from 'harfbuzzjs';
import subset from 'subset-font';
import type { Plugin } from 'vite';
import decompress from 'woff2-encoder/decompress';

/** Those that nearly every page fetches. */
const EVERYDAY = /^eb-garamond-latin-400-(?:normal|italic)\.woff2$/;
/**
 * What the site sets and what browsers put on by themselves, but for one: these fonts make a small 2
 * of "^2", which nobody typed. A sixth of them is for what no style asks for.
 */
const SHOWN = {
  targetFormat: 'woff2' as const,
  keepFeatures: ['kern', 'mark', 'mkmk', 'liga', 'locl', 'pnum'],
};

/** Leaves out of the fonts of every page what no page shows: all of their characters stay. */
export function spareFonts(): Plugin {
  return {
    name: 'spare-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.names.some((name) => EVERYDAY.test(name))) continue;
        const whole = Buffer.from(asset.source as Uint8Array);
        asset.source = await subset(whole, await charactersOf(whole), SHOWN);
      }
    },
  };
}

async function charactersOf(font: Buffer): Promise<string> {
  const face = new Face(new Blob((await decompress(font)).buffer as ArrayBuffer), 0);
  return String.fromCodePoint(...face.collectUnicodes());
}
