/**
 * Runs a TypeScript file of this project on the Node that the project brings along, and does the
 * set-up that is missing first. Plain JavaScript for an old Node, without dependencies.
 *
 *   node scripts/run.js [--tools] [--build] [FILE [ARGUMENT...]]
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfChanged, compileIfChanged, installIfChanged, node } from './set-up.js';

const command = process.argv.slice(2);
const tools = command[0] === '--tools' && Boolean(command.shift());
const build = command[0] === '--build' && Boolean(command.shift());

installIfChanged({ tools });
if (build) {
  buildIfChanged();
  compileIfChanged();
}
if (command.length === 0) process.exit();

const child = spawn(node(), command, {
  stdio: 'inherit',
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  // Whatever it starts by the name of `node` is the same Node; not every npm puts it there.
  env: { ...process.env, PATH: `${dirname(node())}${delimiter}${process.env.PATH}` },
});
// A supervisor speaks to this process alone. A terminal's Ctrl-C reaches the child twice, which it
// takes for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm passes a signal to its shell alone, which dies without passing it on: follow the shell.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const follow = () => process.ppid !== shell && child.kill('SIGTERM');
  setInterval(follow, 500).unref();
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
