import { execFileSync } from 'node:child_process';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { PINNING } from './pinning.ts';

const GIBIBYTE = 1024 ** 3;

/** The machine in one line; figures of different machines must not be compared. */
export function describeMachine(): string {
  const cores = cpus();
  const processor = cores[0]?.model.trim() || 'processor of unknown make';
  const memory = Math.round(totalmem() / GIBIBYTE);
  return `${cores.length} × ${processor}, ${memory} GiB, ${type()} ${release()} ${arch()}, Node ${process.versions.node}. ${PINNING}`;
}

/** The version of the measured code; empty outside a repository. */
export function describeCode(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: 'pipe' });
    const changed = execFileSync('git', ['status', '--porcelain', '--', ':!bench/results.md'], {
      stdio: 'pipe',
    });
    return `${commit.toString().trim()}${changed.length > 0 ? ' and changes on top' : ''}`;
  } catch {
    return '';
  }
}
