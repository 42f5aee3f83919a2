import { spawnSync } from 'node:child_process';
import { findProgram } from '../../scripts/find-program.ts';
import { processorSeconds } from '../../test/machine/process-load.ts';
import { MEASURING_CORE } from '../pinning.ts';

export const CONNECTIONS = 64;

export interface Throughput {
  perSecond: number;
  /** Milliseconds, of the 99th of 100 answers, each asked for when the one before was there. */
  p99: number;
  /** Of one core, how much the server was at work: 1 when nothing but it was the limit. */
  busy: number;
}

/**
 * Asks as often as it can, for a second.
 * @param pid of the server
 * @param headers of each request
 * @param options.refused whether the page that is asked for is not there
 * @throws Error when not every answer was what was asked for
 */
export function askWithWrk(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  { refused = false }: { refused?: boolean } = {},
): Throughput {
  const asked = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const load = ['-t1', `-c${CONNECTIONS}`, '-d1s', '--latency', ...asked, url];
  const [program = '', ...args] = [...MEASURING_CORE, findProgram('wrk'), ...load];
  const worked = processorSeconds(pid);
  const began = performance.now();
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
  const passed = (performance.now() - began) / 1000;
  const fault = faultIn(stdout, refused);
  if (fault !== null) throw new Error(`wrk at ${url}: ${fault}`);
  const [, p99 = '', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    busy: (processorSeconds(pid) - worked) / passed,
  };
}

/**
 * What makes the figures in a report of wrk worthless, or null: broken connections; refusals, which a server
 * may send quicker than a page; or no figures at all.
 * @param refused whether refusals are what is measured
 */
export function faultIn(report: string, refused: boolean): string | null {
  if (!report.includes('Requests/sec:')) return 'it measured nothing';
  const [broken] = /Socket errors:.*/.exec(report) ?? [];
  const [refusals] = /Non-2xx or 3xx responses:.*/.exec(report) ?? [];
  return broken ?? (refused ? null : (refusals ?? null));
}
