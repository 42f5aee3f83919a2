import { readdirSync, readFileSync } from 'node:fs';

/** What a process costs, read from /proc: Linux only. */

/** Clock ticks per second, in which Linux counts processor time. */
const TICKS = 100;

/** Resident memory, in megabytes. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** See https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, fields 14 and 15. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Whether a process has started another one that has not ended yet. */
export function hasChildren(pid: number): boolean {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && parentOf(name) === pid);
}

/** NaN for a process that has ended meanwhile. */
function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}
