import { OwnerFacingError } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import {
  nameOfStore,
  readStoreAddress,
  STORE_ADDRESS_RULES,
  STORE_ADDRESSES,
  type StoreAddress,
} from '#core/store-address.ts';
import type { OpeningMode } from '../../store/store-options.ts';
import type { Arguments } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { countLetters, lettersWere } from '../terminal/count-letters.ts';
import { interruptible } from '../terminal/interruption.ts';
import { explaining } from '../terminal/store-trouble.ts';
import { withConsequence } from '../terminal/with-consequence.ts';
import { copyStore } from './copy-store.ts';
import type { Copying } from './copying.ts';

const MERGE = '--merge';

/** Copies letters and passwords from one store into another, whatever their engines. */
export const copy: Command = {
  parameters: `FROM TO [${MERGE}]`,
  summary: 'copy letters and passwords from one database to another',
  example: 'sqlite:data/letters.db postgres://USER:PASSWORD@HOST/DATABASE',
  more: [
    `FROM and TO are written like DATABASE_URL: ${STORE_ADDRESSES}. TO must be empty, unless you add ${MERGE}, which leaves what is there and adds what is missing.`,
    'Both are read again at the end and compared. It may be interrupted: the same command goes on from there. Then put TO into DATABASE_URL, and start the site.',
  ],
  run: (args, context) =>
    interruptible('What was copied is whole; the same command goes on from there.', (signal) =>
      explaining(
        ({ reason }) =>
          `The copy came to a stop: ${reason}. What was copied is whole; the same command goes on from there.`,
        () => run(args, context, signal),
      ),
    ),
};

async function run(
  { names: [first = '', second = ''], options }: Arguments,
  context: CommandContext,
  signal: AbortSignal,
): Promise<number> {
  const from = endAt('FROM', first, 'existing');
  const to = endAt('TO', second, 'make');
  const names = { from: from.name, to: to.name };
  const copying: Copying = {
    from: await open(context, from),
    to: await open(context, to),
    names,
    merge: options.includes(MERGE),
    signal,
    tell: (count, done) => context.progress.tell(`${countLetters(count)} ${done}`),
  };
  const { copied, present, letters, passwords } = await copyStore(copying);
  context.progress.clear();
  const before = present > 0 ? ` ${lettersWere(present)} there already.` : '';
  console.log(`${lettersWere(copied)} copied from ${names.from} to ${names.to}.${before}`);
  console.log(
    copying.merge
      ? 'Both were read again: no letter is missing.'
      : `Both were read again: they hold the same ${countLetters(letters)}${passwords ? ' and the same passwords' : ''}.`,
  );
  return 0;
}

interface End {
  place: 'FROM' | 'TO';
  address: StoreAddress;
  name: string;
  mode: OpeningMode;
}

function endAt(place: End['place'], text: string, mode: OpeningMode): End {
  const address = readStoreAddress(text);
  if (address) return { place, address, name: nameOfStore(address), mode };
  throw new OwnerFacingError(`${place} must be ${STORE_ADDRESS_RULES}.\nNothing was copied.`);
}

async function open(
  { openStore }: CommandContext,
  { place, address, name, mode }: End,
): Promise<Store> {
  return withConsequence('Nothing was copied.', () =>
    explaining(
      ({ reason }) => `Could not open ${name}: ${reason}.`,
      () => openStore({ address, mode, addressedAs: place }),
    ),
  );
}
