import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { OwnerFacingError } from '#core/errors.ts';
import { createCredentials, MAX_PASSWORD_LENGTH } from '../access/credentials.ts';
import { makePassword } from '../access/make-password.ts';
import { createSessions } from '../access/sessions.ts';
import type { Command } from './command.ts';
import { askSecrets } from './secret-prompt.ts';

const GENERATE = '--generate';

/** Changes both passwords and locks every open portal. The site may be running. */
export const changePasswords: Command = {
  parameters: `[${GENERATE}]`,
  summary: 'change the passwords, or make new ones, and lock the portal',
  accepts: (args) => args.length === 0 || (args.length === 1 && args[0] === GENERATE),
  async run([generate], { openStore }) {
    const [main, alternative] = generate ? madePasswords() : await givenPasswords();
    const passwords = {
      mainPassword: acceptable(main),
      alternativePassword: acceptable(alternative),
    };
    const { records } = await openStore();
    await createCredentials(records, randomBytes).replace(passwords);
    await createSessions({ records, now: Date.now, randomBytes }).closeAll();
    console.log('The passwords are changed, and every open portal is locked.');
    if (generate) console.log(`The portal opens with ${main} or ${alternative}`);
    return 0;
  },
};

type Two = [main: string | undefined, alternative: string | undefined];

function madePasswords(): Two {
  return [makePassword(randomBytes), makePassword(randomBytes)];
}

async function givenPasswords(): Promise<Two> {
  if (!process.stdin.isTTY) {
    const [main, alternative] = (await text(process.stdin)).split(/\r?\n/);
    return [main, alternative];
  }
  const [main, mainAgain, alternative, alternativeAgain] = await askSecrets([
    'Main password: ',
    'Main password again: ',
    'Alternative password: ',
    'Alternative password again: ',
  ]);
  if (main !== mainAgain || alternative !== alternativeAgain) {
    throw new OwnerFacingError('The two entries differ. Nothing was changed.');
  }
  return [main, alternative];
}

function acceptable(password: string | undefined): string {
  if (password && password.length <= MAX_PASSWORD_LENGTH && password.isWellFormed())
    return password;
  throw new OwnerFacingError(
    `Two passwords of 1 to ${MAX_PASSWORD_LENGTH} characters are needed, ` +
      'the main one first, each on a line of its own. Nothing was changed.',
  );
}
