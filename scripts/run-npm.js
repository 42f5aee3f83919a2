/**
 * Runs npm for the set-up, and ends it at once where the set-up is ended. Left to itself, npm goes on for up to
 * a minute after a Ctrl-C, and then removes the packages, also those that the next start has fetched meanwhile.
 * Plain JavaScript without dependencies, so that an old Node can run it.
 *
 *   node scripts/run-npm.js COMMAND [ARGUMENT...]
 */
import { spawn } from 'node:child_process';

const LOOK_AGAIN_MS = 200;

const [command, ...args] = process.argv.slice(2);
const npm = spawn(command, args, { stdio: 'inherit' });
npm.on('error', ({ message }) => console.error(message));
npm.on('close', (code) => process.exit(code ?? 1));

/** The next `npm ci` begins from nothing, so this one need not tidy up. */
function end() {
  npm.kill('SIGKILL');
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
// Whatever has ended the set-up, perhaps without a signal for this process.
const setUp = process.ppid;
setInterval(() => process.ppid !== setUp && end(), LOOK_AGAIN_MS).unref();
