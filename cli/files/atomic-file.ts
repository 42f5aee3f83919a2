import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import {
  type FileHandle,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { writeTrouble } from './file-trouble.ts';

/** A file with hidden letters is for its owner's account only. */
const OWNER_ONLY = 0o600;
/** How much of an earlier file is read to recognise its kind, in bytes: the longest letter fits. */
const BEGINNING = 1024 * 1024;
/** An unfinished file that has not grown for so many milliseconds is a leftover. */
const LEFT_BEHIND_MS = 3_600_000;
/** How the files end that SQLite keeps beside a database, and replaces and removes as it likes. */
const OF_A_DATABASE = /-(?:wal|shm|journal)$/;
const UNFINISHED = /^\.unfinished-[0-9a-f]{8}$/;
/** The error codes of an fsync of a folder on Windows, and on some network file systems. */
const CANNOT_SYNC = ['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'];

interface AtomicFile {
  /** What the owner calls such a file, like `a backup`. */
  kind: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether a file that begins so is of the same kind and may be replaced, as an empty one may. */
  isSameKind(beginning: string): boolean;
  pieces: AsyncIterable<string>;
  signal: AbortSignal;
}

/**
 * Writes a file atomically: under a temporary name, synced, and then renamed. An earlier file of that
 * name is replaced only if it is of the same kind.
 * @throws {OwnerFacingError} when it cannot be written, and what `pieces` and `signal` throw
 */
export async function writeAtomicFile(path: string, file: AtomicFile): Promise<void> {
  const target = await placeFor(path, file);
  if (isOfDatabase(target)) {
    throw new OwnerFacingError(
      `${path} is a name that the database beside it uses itself. Choose another name.`,
    );
  }
  await removeLeftovers(target, file.now);
  const unfinished = `${target}.unfinished-${randomBytes(4).toString('hex')}`;
  // Also removed when the process exits early; only a kill or a power cut leaves it behind.
  const remove = () => rmSync(unfinished, { force: true });
  process.once('exit', remove);
  try {
    await fill(await open(unfinished, 'wx', OWNER_ONLY), file);
    await rename(unfinished, target);
    await syncFolder(dirname(target));
  } catch (error) {
    remove();
    file.signal.throwIfAborted();
    if (error instanceof StoreUnavailable || error instanceof OwnerFacingError) throw error;
    throw writeTrouble(path, error);
  } finally {
    process.off('exit', remove);
  }
}

/** The path to write to: a link is followed. */
async function placeFor(path: string, { kind, isSameKind }: AtomicFile): Promise<string> {
  try {
    if (!(await isTaken(path))) return path;
    const target = await realpath(path);
    // Opening a pipe would block until somebody opens its other end.
    const beginning = (await stat(target)).isFile() ? await beginningOf(target) : null;
    if (beginning !== null && (beginning === '' || isSameKind(beginning))) return target;
  } catch (error) {
    // Nor may a link to something without a path be replaced, like `/dev/stdout` to a pipe.
    if (!isMissing(error)) throw writeTrouble(path, error);
  }
  throw new OwnerFacingError(
    `${path} already exists and is not ${kind}: it was left untouched. Choose another name.`,
  );
}

function isOfDatabase(path: string): boolean {
  return OF_A_DATABASE.test(path) && existsSync(path.replace(OF_A_DATABASE, ''));
}

/** Whether the name is taken, even by a dangling link. */
async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The first bytes of a file as text, without a byte order mark. */
async function beginningOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  return new TextDecoder().decode(buffer.subarray(0, bytesRead));
}

/** Removes the temporary files that killed processes left of this file: all letters may be in them. */
async function removeLeftovers(target: string, now: number): Promise<void> {
  const folder = dirname(target);
  const name = basename(target);
  try {
    for (const other of await readdir(folder)) {
      if (!other.startsWith(name) || !UNFINISHED.test(other.slice(name.length))) continue;
      const leftover = join(folder, other);
      if (now - (await stat(leftover)).mtimeMs > LEFT_BEHIND_MS) await rm(leftover);
    }
  } catch {
    // Best effort: if the folder cannot be used, writing will say so.
  }
}

async function fill(file: FileHandle, { pieces, signal }: AtomicFile): Promise<void> {
  try {
    await file.writeFile(pieces, { signal });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the rename itself, where the file system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!CANNOT_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
