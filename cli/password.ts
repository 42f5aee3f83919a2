import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { OwnerFacingError } from '#core/errors.ts';
import { createCredentials, MAX_PASSWORD_LENGTH } from '../access/credentials.ts';
import { makePassword } from '../access/make-password.ts';
import { revokeAllAccess } from '../access/revoke-all-access.ts';
import { forgetGuesses } from '../access/throttle.ts';
import type { Command, CommandContext } from './command.ts';
import { whyNotWritten } from './files/file-trouble.ts';
import { type Ask, askSecrets } from './terminal/prompt.ts';
import { explaining } from './terminal/store-trouble.ts';

const GENERATE = '--generate';
/** In UTF-16 units. */
const MIN_PASSWORD_LENGTH = 8;
const LENGTHS = `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;

/** Changes both passwords and locks every open portal. The site may be running. */
export const changePasswords: Command = {
  parameters: `[${GENERATE}]`,
  summary: 'change the passwords, or make new ones, and lock the portal',
  example: GENERATE,
  more: [
    `Without ${GENERATE} it asks for two new passwords, each twice, and shows nothing of what you type; from a pipe it reads two lines. With it, two are made for you and shown: write them down.`,
    'Both open the portal; the second may be for somebody whom you trust. Every portal that is open anywhere is locked, and wrong guesses from before no longer count. The site may be running.',
  ],
  async run({ options }, context) {
    const generate = options.includes(GENERATE);
    const { records, main, alternative } = await change(generate, context);
    // Printed first, since nobody else knows them if the next step fails.
    const unseen = generate
      ? await whyUnseen(`The portal opens with ${main} or ${alternative}${shownOnce()}`)
      : null;
    await explaining(
      ({ reason }) =>
        `The passwords were changed, but open portals could not be locked: ${reason}. Run the command again.`,
      () => revokeAllAccess(records),
    );
    await explaining(
      ({ reason }) =>
        `The passwords were changed, and every open portal is locked, but wrong guesses still count: ${reason}. If the portal says that there were too many attempts, run the command again.`,
      () => forgetGuesses(records),
    );
    if (unseen !== null) {
      throw new OwnerFacingError(
        `The passwords were changed, but the new ones could not be shown: ${unseen}. Run the command again.`,
      );
    }
    console.log('The passwords were changed, and every open portal is locked.');
    return 0;
  },
};

async function change(generate: boolean, { openStore }: CommandContext) {
  // Creates no database: run in a wrong folder, this would set passwords that open nothing.
  const { records } = await openStore({ mode: 'existing' });
  const [main, alternative] = generate ? madePasswords() : await givenPasswords();
  const passwords = {
    mainPassword: acceptable(main),
    alternativePassword: acceptable(alternative),
  };
  if (main === alternative) {
    throw new OwnerFacingError('The two passwords must differ. Nothing was changed.');
  }
  await createCredentials(records, randomBytes).replace(passwords);
  return { records, main, alternative };
}

type Two = [main: string | undefined, alternative: string | undefined];

function madePasswords(): Two {
  return [makePassword(randomBytes), makePassword(randomBytes)];
}

async function givenPasswords(): Promise<Two> {
  if (!process.stdin.isTTY) {
    const [main, alternative] = decoded(await buffer(process.stdin)).split(/\r?\n/);
    return [main, alternative];
  }
  console.log(`Two different passwords of ${LENGTHS} are needed. What you type is not shown.`);
  return askSecrets(async (ask): Promise<Two> => {
    const main = await typedTwice(ask, 'Main password');
    return [main, await typedTwice(ask, 'Alternative password', main)];
  });
}

/**
 * Refuses what editors and PowerShell write on Windows: of other text, signs would become ones that nobody can type.
 * English words in UTF-16 are UTF-8, too, but with a NUL beside each letter.
 */
function decoded(bytes: Buffer): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return new TextDecoder().decode(bytes);
  throw new OwnerFacingError(
    'The passwords are not UTF-8 text: save their file in that encoding. Nothing was changed.',
  );
}

/** Says at once what is wrong with an entry, and asks for it again. */
async function typedTwice(ask: Ask, name: string, other?: string): Promise<string> {
  while (true) {
    const password = await ask(`${name}: `);
    if (!fits(password)) {
      console.log(`A password has ${LENGTHS}. Once more:`);
    } else if (password === other) {
      console.log('That is the main password, and the two must differ. Once more:');
    } else if (password !== (await ask(`${name} again: `))) {
      console.log(`The two entries of the ${name.toLowerCase()} differ. Once more:`);
    } else {
      return password;
    }
  }
}

/**
 * Prints a line and makes sure of it, which `console.log` does not.
 * @returns why nobody can see it; null when it was written
 */
async function whyUnseen(line: string): Promise<string | null> {
  try {
    // In two parts: where a file has room for a part of the line alone, Node says so only of what comes next.
    await pipeline(Readable.from([line, '\n']), process.stdout, { end: false });
    return null;
  } catch (error) {
    return whyNotWritten(error);
  }
}

/** Only for people: programs parse the line without it. */
function shownOnce(): string {
  return process.stdout.isTTY ? ' (shown only now, so write down both)' : '';
}

function fits(password: string): boolean {
  const { length } = password;
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && password.isWellFormed();
}

function acceptable(password: string | undefined): string {
  if (password !== undefined && fits(password)) return password;
  throw new OwnerFacingError(
    `Two passwords of ${LENGTHS} are needed, ` +
      'the main one first, each on a line of its own. Nothing was changed.',
  );
}
