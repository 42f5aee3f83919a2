import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  // The whole site is three routes: their manifest comes with the page instead of one request each.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
