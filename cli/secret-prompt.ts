import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OwnerFacingError } from '#core/errors.ts';

/**
 * Asks on the terminal, one after the other, without showing what is typed.
 * @throws OwnerFacingError when it is interrupted
 */
export async function askSecrets(questions: string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const interrupted = new AbortController();
  terminal.once('SIGINT', () => interrupted.abort());
  terminal.once('close', () => interrupted.abort());
  const answers: string[] = [];
  try {
    for (const question of questions) {
      process.stdout.write(question);
      answers.push(await terminal.question('', { signal: interrupted.signal }));
      process.stdout.write('\n');
    }
  } catch (error) {
    process.stdout.write('\n');
    throw new OwnerFacingError('Nothing was changed.', { cause: error });
  } finally {
    terminal.close();
  }
  return answers;
}
