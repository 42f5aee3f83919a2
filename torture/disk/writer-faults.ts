import type { Writer } from './letter-writer.ts';

/** What is wrong with the answers that writers got. @param statuses with which writes may be refused */
export function writerFaults(writers: Writer[], statuses: number[]): string[] {
  const faults = new Set(writers.flatMap(({ oddities }) => oddities));
  for (const { status, type, body } of writers.flatMap(({ refusals }) => refusals)) {
    if (!statuses.includes(status)) faults.add(`A write was refused with ${status}.`);
    if (type !== 'application/problem+json') faults.add(`A refusal came as "${type}".`);
    if (!body.code || !/^[A-Z].+\.$/.test(body.title ?? '')) {
      faults.add(`A refusal says only: ${JSON.stringify(body)}`);
    }
  }
  return [...faults];
}
