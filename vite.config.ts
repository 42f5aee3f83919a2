import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  // Fonts stay files of their own: a page must not wait for one.
  build: { assetsInlineLimit: 0 },
});
