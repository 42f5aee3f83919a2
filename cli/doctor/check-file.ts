import { open } from 'node:fs/promises';
import { beginsAsList } from '#core/letter-file.ts';
import { readBackup } from '../backup/read-backup.ts';
import { readTrouble } from '../files/file-trouble.ts';
import { readExport } from '../import-export/read-export.ts';
import { countLetters } from '../terminal/count-letters.ts';
import { formatInstant } from '../terminal/format-instant.ts';
import type { Progress } from '../terminal/progress.ts';
import { checkPermissions } from './check-permissions.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { lookAtLetters } from './look-at-letters.ts';

/** Bytes that are read to recognise an export: enough for whatever comes before its list of letters. */
const BEGINNING = 1024;

/** Looks at a backup or an export, and touches nothing else. */
export async function checkFile(path: string, progress: Progress): Promise<Finding[]> {
  try {
    return (await beginsLikeAnExport(path))
      ? await checkExport(path)
      : await checkBackup(path, progress);
  } catch (error) {
    return [wrong(readTrouble(path, error))];
  }
}

async function beginsLikeAnExport(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  return beginsAsList(buffer.toString('utf8', 0, bytesRead));
}

async function checkBackup(path: string, progress: Progress): Promise<Finding[]> {
  const { look, looked, count, oddities } = lookAtLetters();
  const result = await readBackup(path, (letter) => {
    look(letter);
    progress.tell(`${countLetters(looked())} checked`);
  });
  progress.clear();
  if (!result.ok) return [wrong(result.fault)];
  const { writtenAt, passwords } = result.backup;
  return [
    ok(`${path} is a whole backup, begun at ${formatInstant(writtenAt)}: ${count()}.`),
    passwords ? ok('The passwords are in it, as hashes.') : note('There are no passwords in it.'),
    ...(await checkPermissions(path, 'Hidden letters are in it')),
    ...oddities(),
  ];
}

async function checkExport(path: string): Promise<Finding[]> {
  const file = await readExport(path);
  if (!file.ok) return file.faults.map(wrong);
  const { look, count, oddities } = lookAtLetters();
  for (const letter of file.letters) look(letter);
  const isSecret = file.letters.some(({ hidden }) => hidden);
  return [
    ok(`\`import\` can read ${path}: ${count()}.`),
    note('It is an export: only the letters, without the passwords. `backup` writes both.'),
    ...(isSecret ? await checkPermissions(path, 'Hidden letters are in it') : []),
    ...oddities(),
  ];
}
