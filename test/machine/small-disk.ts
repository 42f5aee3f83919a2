import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Options of `unshare` for mounts that no other process sees, which need no root. */
export const OWN_MOUNTS = ['--map-root-user', '--mount'];
/** Bytes of the pieces that fill the disk. The last, one page, leaves no room for anything. */
const PIECES = [65_536, 4096];

/**
 * A folder on a disk of its own, which nobody sees but this process and those that it starts. The disk
 * and all that is on it are gone once it is disposed of.
 */
export interface SmallDisk extends AsyncDisposable {
  /** The command that starts a program in a folder where it sees the disk. */
  through(folder: string): string[];
  /** Fills it to the last byte, piece by piece. */
  fill(): Promise<void>;
  makeRoom(): void;
}

/**
 * @param at an empty folder
 * @param size like `400k`
 */
export async function mountSmallDisk(at: string, size: string): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${size} none "$0" && echo mounted && exec cat`;
  // The disk lives as long as its holder, which ends with its input, and so with this process at the latest.
  const holder = spawn('unshare', [...OWN_MOUNTS, 'sh', '-c', script, at], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('No disk could be mounted.'))),
  ]);
  const filler = `/proc/${holder.pid}/root${join(at, 'filler')}`;
  const enter = ['--user', '--preserve-credentials', '--mount'];
  return {
    through: (folder) => [
      ...['nsenter', '--target', String(holder.pid), ...enter],
      ...['sh', '-c', 'cd "$0" && exec "$@"', folder],
    ],
    async fill() {
      for (const piece of PIECES) {
        while (append(filler, piece)) await nextTurn();
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      holder.stdin.end();
      await ended;
    },
  };
}

/** @returns whether there was room for all of it */
function append(path: string, bytes: number): boolean {
  const file = openSync(path, 'a');
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Why this machine has no such disks; null when it has. */
export function whyNoSmallDisk(): string | null {
  const { status } = spawnSync('unshare', [...OWN_MOUNTS, 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return status === 0 ? null : 'this machine does not let a disk be mounted';
}
