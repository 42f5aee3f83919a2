import { OwnerFacingError } from '#core/errors.ts';
import {
  nameOfStore,
  readStoreAddress,
  STORE_ADDRESSES,
  type StoreAddress,
} from '#core/store-address.ts';
import type { Command, House } from './command.ts';
import { type Copying, copyStore } from './copy-store.ts';
import { countLetters, lettersWere } from './count-letters.ts';
import { interruptible } from './interruption.ts';
import { explaining } from './store-trouble.ts';

const MERGE = '--merge';

/** Copies letters and passwords from one store into another, whatever their engines. */
export const copy: Command = {
  parameters: `FROM TO [${MERGE}]`,
  summary: 'copy letters and passwords from one database to another',
  accepts(args) {
    const addresses = args.filter((arg) => arg !== MERGE);
    return addresses.length === 2 && !addresses.some((arg) => arg.startsWith('-'));
  },
  run: (args, house) =>
    interruptible('What was copied is whole; the same command goes on from there.', (signal) =>
      explaining(
        'The copy came to a stop: REASON. What was copied is whole; the same command goes on from there.',
        () => run(args, house, signal),
      ),
    ),
};

async function run(args: string[], house: House, signal: AbortSignal): Promise<number> {
  const [first = '', second = ''] = args.filter((arg) => arg !== MERGE);
  const addresses = { from: addressOf('FROM', first), to: addressOf('TO', second) };
  const names = { from: nameOfStore(addresses.from), to: nameOfStore(addresses.to) };
  const copying: Copying = {
    from: await open(house, addresses.from, names.from, true),
    to: await open(house, addresses.to, names.to, false),
    names,
    merge: args.includes(MERGE),
    signal,
    tell: (count, done) => house.progress.tell(`${countLetters(count)} ${done}`),
  };
  const { copied, present, letters, passwords } = await copyStore(copying);
  house.progress.clear();
  const before = present > 0 ? ` ${lettersWere(present)} there already.` : '';
  console.log(`${lettersWere(copied)} copied from ${names.from} to ${names.to}.${before}`);
  console.log(
    copying.merge
      ? 'Both were read again: no letter is missing.'
      : `Both were read again: they hold the same ${countLetters(letters)}${passwords ? ' and the same passwords' : ''}.`,
  );
  return 0;
}

function addressOf(place: string, text: string): StoreAddress {
  const address = readStoreAddress(text);
  if (address) return address;
  throw new OwnerFacingError(`${place} must be ${STORE_ADDRESSES}.\nNothing was copied.`);
}

function open(house: House, address: StoreAddress, name: string, asItIs: boolean) {
  return explaining(`It was not possible to open ${name}: REASON.\nNothing was copied.`, () =>
    house.openStore({ address, asItIs }),
  );
}
