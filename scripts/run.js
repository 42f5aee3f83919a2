/**
 * Runs a TypeScript file of this project on the project's own Node, after whatever set-up is missing.
 * Plain JavaScript without dependencies, so that an old Node can run it.
 *
 *   node scripts/run.js [--tools] [--build] [FILE [ARGUMENT...]]
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node, windows } from './own-node.js';
import { buildIfChanged, compileIfChanged, installIfChanged } from './set-up.js';

// Taken now: npm signals only its shell, which dies without passing the signal on, perhaps during the set-up.
const shell = process.env.npm_lifecycle_event ? process.ppid : null;
const isLeft = () => shell !== null && process.ppid !== shell;
// Of a signal during the set-up, which blocks this process, Node tells afterwards. Without a listener it would leave
// the step under way to itself, and the next start would begin another beside it.
let isTold = false;
process.once('SIGTERM', () => {
  isTold = true;
});

const command = process.argv.slice(2);
const tools = command[0] === '--tools' && Boolean(command.shift());
const build = command[0] === '--build' && Boolean(command.shift());

installIfChanged({ tools });
if (build) {
  buildIfChanged();
  compileIfChanged();
}
if (command.length === 0) process.exit();
// Node tells of signals once in each turn, and Node 20 runs this file in the middle of one.
for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
if (isTold || isLeft()) process.exit(1);

const child = spawn(node(), command, {
  stdio: 'inherit',
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    // Read by glibc when a process starts, as also set by docs/deploying/letters@.service: from 1 MB on, memory
    // that is freed goes back to the system. Otherwise Node's threads keep what logins have used, 19 MB each
    // time, and a site stays at twice its size.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...process.env,
    // Whatever it starts as `node` is to be the same Node; not every npm sees to that.
    PATH: `${dirname(node())}${delimiter}${process.env.PATH}`,
  },
});
// A supervisor signals this process alone. Ctrl-C in a terminal reaches the child twice, which counts
// as once. On Windows all signals come from the terminal, and one that is passed on would end the child at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => windows || child.kill(signal));
}
// End when npm's shell does.
if (shell !== null) setInterval(() => isLeft() && child.kill('SIGTERM'), 500).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
