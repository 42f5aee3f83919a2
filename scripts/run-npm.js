/**
 * Runs npm for the set-up, and ends it at once where the set-up is ended. Left to itself, npm goes on for up to
 * a minute after a Ctrl-C, and then removes the packages, also those that the next start has fetched meanwhile.
 * Plain JavaScript without dependencies, so that an old Node can run it.
 *
 *   node scripts/run-npm.js COMMAND [ARGUMENT...]
 */
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const PACKAGES = 'node_modules';
/** More than is left between files that found no room. */
const ROOM = Buffer.alloc(1_000_000);
const LOOK_AGAIN_MS = 200;
/**
 * The packages run on the site's Node, and npm on the machine's. Where that is older than an optional package asks
 * for, as the native part of what builds the pages, npm leaves the package out, whatever its options, and says nothing.
 */
const AS_SITE = `--import=data:text/javascript,Object.defineProperty(process,'version',{value:'v26.0.0'})`;

const [command, ...args] = process.argv.slice(2);
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${AS_SITE}`;
const npm = spawn(command, args, { stdio: 'inherit', env: { ...process.env, NODE_OPTIONS } });
npm.on('error', ({ message }) => console.error(message));
npm.on('close', (code) => process.exit(code === 0 && isWhole() ? 0 : 1));

/**
 * On a full disk npm may leave files empty, and report success. With the site's Node among them, which npm starts
 * for each of the commands, none of these would run any more, not even once there is room.
 */
function isWhole() {
  const probe = join(PACKAGES, '.room');
  try {
    writeFileSync(probe, ROOM);
  } catch (error) {
    // Node has no name for a quota that is used up.
    if (error.code !== 'ENOSPC' && error.errno !== -constants.errno.EDQUOT) return true;
    console.error('The packages are not whole: the disk is full, or your quota there is used up.');
    rmSync(join(PACKAGES, '.bin'), { recursive: true, force: true });
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
  return true;
}

/** The next `npm ci` begins from nothing, so this one need not tidy up. */
function end() {
  npm.kill('SIGKILL');
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
// Whatever has ended the set-up, perhaps without a signal for this process.
const setUp = process.ppid;
setInterval(() => process.ppid !== setUp && end(), LOOK_AGAIN_MS).unref();
