import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const TOOLS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  playwright: 'node_modules/@playwright/test/cli.js',
  'react-router': 'node_modules/@react-router/dev/bin.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
} as const;

interface RunOptions {
  environment?: Record<string, string>;
  /** Milliseconds. */
  timeout?: number;
}

/** Runs a tool of the project and lets it speak; true when it found nothing wrong. */
export function runTool(
  tool: keyof typeof TOOLS,
  args: string[],
  { environment, timeout }: RunOptions = {},
): boolean {
  const { status } = spawnSync(process.execPath, [join(root, TOOLS[tool]), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    timeout,
  });
  return status === 0;
}

export function lint(): boolean {
  announce('Lint');
  return runTool('biome', ['check', '--error-on-warnings']);
}

export function checkTypes(): boolean {
  announce('Types');
  // The types of the routes are made from the routes.
  return runTool('react-router', ['typegen']) && runTool('tsc', []);
}

export function announce(step: string): void {
  console.log(`\n── ${step} ──`);
}
