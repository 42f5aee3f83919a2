import { expect } from 'vitest';
import { HASHES, keptLetters, ownerMachine } from './owner-machine.ts';

export const LOCAL = 'note  SITE_URL is on localhost: the site is for this machine only.';
export const USABLE = 'ok    The configuration can be used.';

interface Kept {
  letters?: ReturnType<typeof keptLetters>;
  passwords?: Record<string, string> | null;
  environment?: Record<string, string>;
}

/** A machine with letters and passwords, and what the doctor says there, line by line. */
export async function patient({
  letters = keptLetters(3),
  passwords = HASHES,
  environment,
}: Kept = {}) {
  const machine = ownerMachine(environment);
  const store = await machine.open();
  await store.letters.replaceAll(letters);
  if (passwords) await store.records.put('admin', 'credentials', passwords);
  await store.close();
  const doctor = (...args: string[]) => {
    const { status, stdout, stderr } = machine.letters('doctor', ...args);
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/Secret|letter-\d|\$argon2id/);
    const [verdict = '', blank, ...findings] = stdout.trimEnd().split('\n').toReversed();
    expect(blank).toBe('');
    return { status, verdict, findings: findings.toReversed() };
  };
  return { ...machine, doctor };
}

export const wrongIn = (findings: string[]) => findings.filter((line) => line.startsWith('WRONG'));
