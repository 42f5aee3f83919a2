import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OwnerFacingError } from '#core/errors.ts';

/**
 * Asks one question and resolves with its answer.
 * @throws OwnerFacingError when it is interrupted
 */
export type Ask = (question: string) => Promise<string>;

/** Asks on the terminal, as often as it takes, without showing what is typed. */
export function askSecrets<Answer>(conversation: (ask: Ask) => Promise<Answer>): Promise<Answer> {
  return converse(conversation, false);
}

/**
 * Asks on the terminal whether to go on.
 * @throws OwnerFacingError when it is interrupted
 */
export async function confirm(question: string): Promise<boolean> {
  const answer = await converse((ask) => ask(question), true);
  return /^y(?:es)?$/i.test(answer.trim());
}

async function converse<Answer>(
  conversation: (ask: Ask) => Promise<Answer>,
  shown: boolean,
): Promise<Answer> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = shown ? process.stdout : nowhere;
  using terminal = createInterface({ input: process.stdin, output, terminal: true });
  const interrupted = new AbortController();
  const { signal } = interrupted;
  terminal.once('close', () => interrupted.abort());
  return await conversation(async (question) => {
    if (!shown) process.stdout.write(question);
    try {
      const answer = await terminal.question(shown ? question : '', { signal });
      if (!shown) process.stdout.write('\n');
      return answer;
    } catch (error) {
      process.stdout.write('\n');
      throw new OwnerFacingError('Nothing was changed.', { cause: error });
    }
  });
}
