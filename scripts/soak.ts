import { findNginx } from './find-nginx.ts';
import { runTool } from './step.ts';

/** `npm run soak [FILTER]`: what takes minutes, such as losing a connection a hundred times. */
const passed = runTool(
  'vitest',
  ['run', '--config', 'vitest.soak.config.ts', ...process.argv.slice(2)],
  { environment: { NGINX_PATH: findNginx() } },
);
process.exitCode = passed ? 0 : 1;
