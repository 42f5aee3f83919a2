import { findProgram } from './find-program.ts';
import { runTool } from './run-tool.ts';

/** `npm run soak [FILTER]`: what takes minutes, such as losing a connection a hundred times. */
const passed = runTool(
  'vitest',
  ['run', '--config', 'vitest.soak.config.ts', ...process.argv.slice(2)],
  { environment: { NGINX_PATH: findProgram('nginx') } },
);
process.exitCode = passed ? 0 : 1;
