import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  plugins: [reactRouter(), modernFonts()],
  // Fonts stay files of their own: a page must not wait for one.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // In one piece it is a fifth of the files and compresses better.
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
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
