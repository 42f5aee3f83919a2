import { randomBytes } from 'node:crypto';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { parseSerializedLetter } from '#core/serialized-letter.ts';
import type { Store } from '#core/store.ts';
import { nameOfStore } from '#core/store-address.ts';
import { createCredentials } from '../../access/credentials.ts';
import { unusedPasswords } from '../../access/unused-passwords.ts';
import type { Config } from '../../config.ts';
import { backupLineOf } from '../backup/backup-file.ts';
import type { CommandContext } from '../command.ts';
import { countLetters } from '../terminal/count-letters.ts';
import { checkDatabaseFile } from './check-database-file.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { lookAtLetters } from './look-at-letters.ts';

/** Looks at the letters and all that is kept with them, and changes nothing. */
export async function checkStore(config: Config, context: CommandContext): Promise<Finding[]> {
  const address = config.store;
  const name = nameOfStore(address);
  let store: Store;
  try {
    store = await context.openStore({ address, mode: 'untouched' });
  } catch (error) {
    if (error instanceof OwnerFacingError) return [wrong(error.message.replaceAll('\n', ' '))];
    if (!(error instanceof StoreUnavailable)) throw error;
    return [wrong(`The letters in ${name} cannot be reached: ${error.reason}.`)];
  }
  return [
    ok(`The letters are in ${name}, which can be reached.`),
    ...(address.engine === 'sqlite' ? await checkDatabaseFile(address.path) : []),
    ...(await readable('The database cannot be looked through', () => checkWhole(store))),
    ...(await readable('The passwords cannot be read', () => checkPasswords(store, config))),
    ...(await checkLetters(store, context)),
  ];
}

async function readable(failure: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return [wrong(`${failure}: ${error.reason}.`)];
  }
}

async function checkWhole(store: Store): Promise<Finding[]> {
  const faults = await store.faults();
  return faults.length > 0 ? faults.map(wrong) : [ok('Nothing in it is damaged.')];
}

async function checkPasswords({ records }: Store, config: Config): Promise<Finding[]> {
  const credentials = createCredentials(records, randomBytes);
  const { hashed, plain } = await credentials.state();
  if (hashed + plain === 0) {
    return (await credentials.exist())
      ? [wrong('The stored passwords open nothing: `password` sets two new ones.')]
      : [
          note(
            'There are no passwords yet: the next start of the site takes those of the configuration, or makes them.',
          ),
        ];
  }
  return [
    plain > 0
      ? wrong(
          'The passwords are kept as plain text. Unlock the portal once: that puts hashes in their place.',
        )
      : ok('The passwords are there, as hashes.'),
    ...(hashed + plain === 1 ? [note('There is one password; `password` makes two.')] : []),
    ...(await unusedPasswords(credentials, config)).map(note),
  ];
}

async function checkLetters({ letters }: Store, { progress }: CommandContext): Promise<Finding[]> {
  const { look, looked, count, oddities } = lookAtLetters();
  let unkeepable = 0;
  let tooLarge = 0;
  const findings = await readable('Not all letters can be read', async () => {
    for await (const letter of letters.exportAll()) {
      look(letter);
      progress.tell(`${countLetters(looked())} read`);
      if (!parseSerializedLetter(letter).ok) unkeepable += 1;
      if (backupLineOf(letter) === null) tooLarge += 1;
    }
    return [];
  });
  progress.clear();
  if (unkeepable > 0) {
    findings.push(wrong(`${countLetters(unkeepable)} could not be restored from a backup.`));
  }
  if (tooLarge > 0) {
    const are = tooLarge === 1 ? 'is' : 'are';
    findings.push(
      wrong(
        `${countLetters(tooLarge)} ${are} too large for a backup, so none can be written: \`backup\` says which.`,
      ),
    );
  }
  const readAll = findings.length === 0 ? [ok(`All letters can be read: ${count()}.`)] : findings;
  return [...readAll, ...oddities()];
}
