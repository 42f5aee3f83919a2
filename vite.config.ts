import { reactRouter } from '@react-router/dev/vite';
import { type MinifyOptions, minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { everydayFonts } from './scripts/everyday-fonts.ts';

export default defineConfig({
  plugins: [
    reactRouter(),
    everydayFonts(),
    modernFonts(),
    scriptsWithoutRoute(),
    plainImports(),
    minifiedAgain(),
  ],
  // What Base UI imports for versions of React that lack it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // `Features.LightDark` of lightningcss: for a function that no style uses, it would add variables to each page.
  css: { lightningcss: { exclude: 1 << 20 } },
  build: {
    // All that the portal imports has been loaded with the page.
    modulePreload: false,
    // Fonts stay files of their own: a page must not wait for one.
    assetsInlineLimit: 0,
    // Browsers of 2022 know `(max-width: 1px)`, and not `(width <= 1px)`, which it would become otherwise.
    cssTarget: ['chrome95', 'firefox98', 'safari15.4'],
    // On a slow machine it would print how long each plug-in took.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What React Router's own functions of these names say to its developers: 600 bytes, compressed.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce'] },
          output: {
            codeSplitting: {
              groups: [
                // In two chunks, one of which changes only with React: a sixth of the files that there
                // would be otherwise, and they compress better.
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: 'page',
                  test: /\/app\/(?!portal\/(?!use-portal)|offline\/(?:service|limit|answer)|boot-script)/,
                },
              ],
            },
          },
        },
      },
    },
  },
});

/** Every browser that runs this site reads woff2; the older format would only fill the disk. */
function modernFonts(): Plugin {
  return {
    name: 'modern-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource\/.*\.css$/ },
      handler: (css) => css.replaceAll(/,\s*url\([^)]+\.woff\) format\('woff'\)/g, ''),
    },
  };
}

/** Scripts of no route: the boot script is inlined into every page, the service worker's scope is the whole site. */
function scriptsWithoutRoute(): Plugin {
  return {
    name: 'scripts-without-route',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'app/boot-script.ts', fileName: 'boot-script.js' });
      this.emitFile({ type: 'chunk', id: 'app/offline/service-worker.ts', fileName: 'sw.js' });
    },
  };
}

/** With nothing to preload (`modulePreload`), half a kilobyte around the `import()` of the portal does nothing. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}

/**
 * What readers fetch becomes a hundredth smaller, when compressed, than by Vite's own minifier alone; and a
 * thousandth more when that which is minified is minified once again.
 */
function minifiedAgain(): Plugin {
  return {
    name: 'minified-again',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const options: MinifyOptions = {
          ecma: 2020,
          module: true,
          compress: {
            passes: 4,
            // Comparisons compress better as they are, in all of React by 250 bytes.
            comparisons: false,
            lhs_constants: false,
            // Only React becomes smaller by it, by 240 bytes.
            hoist_vars: file.name === 'react',
          },
        };
        const once = await minify(file.code, options);
        const twice = await minify(once.code ?? file.code, options);
        file.code = twice.code ?? file.code;
      }
    },
  };
}
