import type { Refusal } from './letter-writer.ts';

/** What is wrong with the answers by which writes were refused. @param statuses that are right */
export function refusalFaults(refusals: Refusal[], statuses: number[]): string[] {
  const faults = new Set<string>();
  for (const { status, type, body } of refusals) {
    if (!statuses.includes(status)) faults.add(`A write was refused with ${status}.`);
    if (type !== 'application/problem+json') faults.add(`A refusal came as "${type}".`);
    if (!body.code || !/^[A-Z].+\.$/.test(body.title ?? '')) {
      faults.add(`A refusal says only: ${JSON.stringify(body)}`);
    }
  }
  return [...faults];
}
