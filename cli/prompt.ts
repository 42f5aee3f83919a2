import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OwnerFacingError } from '#core/errors.ts';

/**
 * Asks on the terminal, one after the other, without showing what is typed.
 * @throws OwnerFacingError when it is interrupted
 */
export function askSecrets(questions: string[]): Promise<string[]> {
  return ask(questions, false);
}

/**
 * Asks on the terminal whether to go on.
 * @throws OwnerFacingError when it is interrupted
 */
export async function confirm(question: string): Promise<boolean> {
  const [answer = ''] = await ask([question], true);
  return /^y(?:es)?$/i.test(answer.trim());
}

async function ask(questions: string[], shown: boolean): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = shown ? process.stdout : nowhere;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const interrupted = new AbortController();
  terminal.once('SIGINT', () => interrupted.abort());
  terminal.once('close', () => interrupted.abort());
  const answers: string[] = [];
  try {
    for (const question of questions) {
      if (!shown) process.stdout.write(question);
      const { signal } = interrupted;
      answers.push(await terminal.question(shown ? question : '', { signal }));
      if (!shown) process.stdout.write('\n');
    }
  } catch (error) {
    process.stdout.write('\n');
    throw new OwnerFacingError('Nothing was changed.', { cause: error });
  } finally {
    terminal.close();
  }
  return answers;
}
