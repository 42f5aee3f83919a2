import { readFileSync } from 'node:fs';

/** See https://www.sqlite.org/fileformat.html#the_write_ahead_log */
const HEADER = { size: 32, pageSize: 8, salt: 16, sum: 24 };
const FRAME = { header: 24, page: 0, commit: 4, salt: 8, sum: 16 };
/** The lowest bit tells the byte order of the checksums. */
const MAGIC = 0x377f0682;
/** See https://www.sqlite.org/fileformat.html#the_database_header */
const DATABASE_HEADER = 100;
const PAGE_SIZE = 16;

/**
 * Whether acknowledged commits follow damage in the log of a database: the engine would silently drop
 * them at the next opening, as if they were unfinished. A single commit there proves nothing: a power
 * cut may have interrupted it before it was acknowledged.
 * @param path of the database
 * @param read reads a file; null when there is none
 */
export function hasLostCommits(path: string, read = readIfThere): boolean {
  const place = damageBeforeCommits(path, read);
  // What another process is writing meanwhile can look torn, but is whole when it is read again.
  return place !== null && damageBeforeCommits(path, read) === place;
}

/** The offset, in bytes, of damage in the log that acknowledged commits follow; null without any. */
function damageBeforeCommits(path: string, read: typeof readIfThere): number | null {
  const log = read(`${path}-wal`);
  if (!log || log.length < HEADER.size) return null;
  const sum = headerSum(log);
  if (!sum) return lostUnderBrokenHeader(log, read(path)) < 2 ? null : 0;
  const { at, lost } = lostBehind(sum, log);
  return lost < 2 ? null : at;
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    // There is none, or whoever opens the database will be told why it cannot be read.
    return null;
  }
}

/** The header's checksum, from which those of the frames go on; null when the header is damaged. */
function headerSum(log: Buffer): Sum | null {
  if ((log.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return null;
  const sum = adder(log)([0, 0], log.subarray(0, HEADER.sum));
  return isSum(sum, log, HEADER.sum) ? sum : null;
}

/** The offset, in bytes, of the first damaged frame, and how many commits there are from it on. */
function lostBehind(start: Sum, log: Buffer): { at: number; lost: number } {
  const add = adder(log);
  const salt = log.subarray(HEADER.salt, HEADER.sum);
  let sum = start;
  let whole = true;
  let [at, lost] = [HEADER.size, 0];
  for (const frame of framesOf(log, log.readUInt32BE(HEADER.pageSize))) {
    // What is left of an earlier log has another salt.
    const isOurs = saltOf(frame).equals(salt);
    if (whole) {
      sum = add(sum, frame.subarray(0, FRAME.salt));
      sum = add(sum, frame.subarray(FRAME.header));
      whole = isOurs && isSum(sum, frame, FRAME.sum);
      if (whole) at += frame.length;
    }
    if (!whole && isOurs && pagesAfter(frame) !== 0) lost += 1;
  }
  return { at, lost };
}

/**
 * How many commits the engine would drop with a log whose header is damaged. Nothing in that header can
 * be believed, so the size of a page is taken from the database, and the salt from the frames. A power
 * cut can tear a header only while a log begins anew; all that its frames say was carried over into
 * the database before.
 */
function lostUnderBrokenHeader(log: Buffer, database: Buffer | null): number {
  if (!database || database.length < DATABASE_HEADER) return 0;
  const size = database.readUInt16BE(PAGE_SIZE);
  const frames = [...framesOf(log, size === 1 ? 65_536 : size)];
  const salts = frames.map(saltOf);
  // Frames whose salt the next one does not share are skipped: the damage may reach into the first, and a
  // lone frame has at most one commit.
  const first = salts.findIndex((salt, at) => salts[at + 1]?.equals(salt));
  const salt = salts[first];
  if (!salt) return 0;
  const ours = frames.filter((_, at) => salts[at]?.equals(salt));
  const commits = ours.filter((frame) => pagesAfter(frame) !== 0).length;
  // Pages that frames before these wrote may differ from what these say.
  const newer = new Set(frames.slice(0, first).map(pageOf));
  return isCarriedOver(ours, newer, database) ? 0 : commits;
}

/** Whether a database has every page as the last commit among these frames left it. */
function isCarriedOver(frames: Buffer[], newer: Set<number>, database: Buffer): boolean {
  const last = frames.findLastIndex((frame) => pagesAfter(frame) !== 0);
  const end = frames[last] ? pagesAfter(frames[last]) : 0;
  const pages = new Map(frames.slice(0, last + 1).map((frame) => [pageOf(frame), frame]));
  for (const [page, frame] of pages) {
    if (page > end || newer.has(page)) continue;
    const content = frame.subarray(FRAME.header);
    const at = (page - 1) * content.length;
    if (!database.subarray(at, at + content.length).equals(content)) return false;
  }
  return true;
}

function* framesOf(log: Buffer, pageSize: number): Generator<Buffer, void> {
  const size = FRAME.header + pageSize;
  for (let at = HEADER.size; at + size <= log.length; at += size) yield log.subarray(at, at + size);
}

const pageOf = (frame: Buffer) => frame.readUInt32BE(FRAME.page);
/** How many pages the database has after the commit that a frame ends; 0 when it ends none. */
const pagesAfter = (frame: Buffer) => frame.readUInt32BE(FRAME.commit);
const saltOf = (frame: Buffer) => frame.subarray(FRAME.salt, FRAME.sum);

type Sum = [number, number];

function isSum([first, second]: Sum, log: Buffer, at: number): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;
}

function adder(log: Buffer) {
  return log.readUInt32BE(0) & 1 ? addBigEndian : addLittleEndian;
}

const addBigEndian = adding((bytes, at) => bytes.readUInt32BE(at));
const addLittleEndian = adding((bytes, at) => bytes.readUInt32LE(at));

function adding(read: (bytes: Buffer, at: number) => number) {
  return ([first, second]: Sum, bytes: Buffer): Sum => {
    let [a, b] = [first, second];
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + read(bytes, at) + b) >>> 0;
      b = (b + read(bytes, at + 4) + a) >>> 0;
    }
    return [a, b];
  };
}
