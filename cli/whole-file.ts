import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
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

/** Hidden letters are in it too. */
const OWNER_ONLY = 0o600;
/** In bytes: the longest letter has room in it. */
const BEGINNING = 1024 * 1024;
/** How long after its last byte an unfinished file is taken for a leftover, in milliseconds. */
const LEFT_BEHIND = 3_600_000;
const UNFINISHED = /^\.unfinished-[0-9a-f]{8}$/;
/** What Windows, and some file systems of networks, say to who would sync a folder. */
const NO_SUCH_CALL = ['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'];

interface WholeFile {
  /** What it is called by its owner, like `a backup`. */
  kind: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether a file that begins so is of the same kind and may be replaced; '' when it is empty. */
  isSameKind(beginning: string): boolean;
  pieces: AsyncIterable<string>;
  signal: AbortSignal;
}

/**
 * Writes a file that is there whole or not at all: under another name until it is on disk. A file of
 * that name gives way only then, and only if it is of the same kind.
 * @throws {OwnerFacingError} when it cannot be written, and what `pieces` and `signal` throw
 */
export async function writeWholeFile(path: string, file: WholeFile): Promise<void> {
  const target = await placeFor(path, file);
  await removeLeftovers(target, file.now);
  const unfinished = `${target}.unfinished-${randomBytes(4).toString('hex')}`;
  // Whatever ends the process, short of a kill or a power cut, no half of a file stays behind.
  const remove = () => rmSync(unfinished, { force: true });
  process.once('exit', remove);
  try {
    await fill(await open(unfinished, 'wx', OWNER_ONLY), file);
    await rename(unfinished, target);
    await settle(dirname(target));
  } catch (error) {
    remove();
    file.signal.throwIfAborted();
    if (error instanceof StoreUnavailable || error instanceof OwnerFacingError) throw error;
    throw writeTrouble(path, error);
  } finally {
    process.off('exit', remove);
  }
}

/** Where the file goes: behind a link, if the path is one. */
async function placeFor(path: string, { kind, isSameKind }: WholeFile): Promise<string> {
  try {
    if (!(await isTaken(path))) return path;
    const target = await realpath(path);
    // To open a pipe would be to wait for whoever is at its other end.
    const isFile = (await stat(target)).isFile();
    if (isFile && isSameKind(await beginningOf(target))) return target;
  } catch (error) {
    // A link to what has no path of its own, like `/dev/stdout` to a pipe, must not give way either.
    if (!isMissing(error)) throw writeTrouble(path, error);
  }
  throw new OwnerFacingError(
    `${path} is there already and is not ${kind}: it was left untouched. Choose another name.`,
  );
}

/** Whether something bears this name, if only a link that leads nowhere. */
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

/** The first bytes of a file, one character each. */
async function beginningOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

/** Takes away what killed processes left of this file: all letters may be in it. */
async function removeLeftovers(target: string, now: number): Promise<void> {
  const folder = dirname(target);
  const name = basename(target);
  try {
    for (const other of await readdir(folder)) {
      if (!other.startsWith(name) || !UNFINISHED.test(other.slice(name.length))) continue;
      const leftover = join(folder, other);
      if (now - (await stat(leftover)).mtimeMs > LEFT_BEHIND) await rm(leftover);
    }
  } catch {
    // It is no part of the work: what matters about the folder, writing there will say.
  }
}

async function fill(file: FileHandle, { pieces, signal }: WholeFile): Promise<void> {
  try {
    await file.writeFile(pieces, { signal });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts the new name itself on disk, where the file system has a call for that. */
async function settle(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!NO_SUCH_CALL.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
