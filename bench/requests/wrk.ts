import { spawnSync } from 'node:child_process';
import { findWrk } from '../../scripts/find-wrk.ts';
import { processorSeconds } from '../../test/process-load.ts';
import { MEASURING_CORE } from '../pinning.ts';

export const CONNECTIONS = 64;

export interface Throughput {
  perSecond: number;
  /** Milliseconds, of the 99th of 100 answers, each asked for when the one before was there. */
  p99: number;
  /** Of one core, how much the server was at work: 1 when nothing but it was the limit. */
  busy: number;
}

/** Asks as often as it can. @param pid of the server @param headers of each request */
export function askWithWrk(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  seconds = 1,
): Throughput {
  const asked = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const load = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', ...asked, url];
  const [program = '', ...args] = [...MEASURING_CORE, findWrk(), ...load];
  const worked = processorSeconds(pid);
  const began = performance.now();
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
  const passed = (performance.now() - began) / 1000;
  const [, p99 = '', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    busy: (processorSeconds(pid) - worked) / passed,
  };
}
