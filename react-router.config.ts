import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  // Becomes `build` when it is complete (scripts/build.ts).
  buildDirectory: 'build-unfinished',
  // The whole site is three routes: their manifest comes with the page instead of one request each.
  routeDiscovery: { mode: 'initial' },
  // All routes are in one chunk (vite.config.ts): split, each would also request empty files.
  splitRouteModules: false,
} satisfies Config;
