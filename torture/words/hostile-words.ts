import { OWNER_NAME } from '../../test/clients/owner.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import {
  asShown,
  halfCharacterFaults,
  hostileLetters,
  importLetters,
  PLAIN,
} from './hostile-letters.ts';
import {
  feedFaults,
  homeFaults,
  letterFaults,
  liveFaults,
  portalFaults,
  sentPageFaults,
} from './hostile-places.ts';
import { hostileStrings } from './hostile-strings.ts';
import { envelopesOn } from './seen-letters.ts';
import { withTrappedPage } from './trapped-browser.ts';

/** Chosen once: the same strings every time. */
const SEED = 20_261_120;
/** Faults that are told; the others are counted. */
const MAX_TOLD = 20;

interface Size {
  /** How many strings are made, and which of them are taken: every so many-th. */
  made: number;
  every: number;
  /** How many letters hold all of them; a feed has 30. */
  sheets: number;
  /** How many letters are opened on pages of their own besides those that hold everything. */
  opened: number;
  portal: { listed: number; edited: number };
}

const SIZE: Record<Scale, Size> = {
  full: { made: 10_000, every: 1, sheets: 30, opened: 120, portal: { listed: 500, edited: 20 } },
  quick: { made: 200, every: 5, sheets: 2, opened: 1, portal: { listed: 40, edited: 1 } },
};

export const hostileWords: Row = {
  name: 'hostile-words',
  claim:
    'Hostile strings as titles, bodies and signatures, on pages, in data, feeds, cards, the stream and the portal of a real browser: none runs, none violates the policy, each is shown as typed, and none changes the writing direction around it.',
  run: (scale) => withSite({}, (tormented) => speak(tormented, SIZE[scale])),
};

async function speak(
  { site, owner, folder }: TormentedSite,
  { made, every, sheets: sheetCount, opened, portal }: Size,
): Promise<Outcome> {
  const strings = hostileStrings(made, SEED).filter((_, index) => index % every === 0);
  const { singles, sheets } = hostileLetters(strings, sheetCount);
  // The oldest letter's page lacks a link, so the plain letter, with which pages are compared, is not the oldest.
  const letters = [{ ...PLAIN, id: 'oldest' }, PLAIN, ...singles, ...sheets];
  const environment = { OWNER_NAME, DATABASE_URL: 'sqlite:letters.db' };
  await owner.unlock();
  const broken = [
    ...(await importLetters(letters, environment, folder)),
    ...(await halfCharacterFaults(
      (body) => owner.call('POST', '/api/portal/letters', body),
      environment,
      folder,
    )),
  ];
  const shown = letters.map(asShown);
  const expected = new Map(shown.map((letter) => [letter.id, letter]));
  const [newest, others] = [shown.slice(-sheets.length), shown.slice(2, -sheets.length)];
  const some = others.filter((_, index) => index % Math.ceil(others.length / opened) === 0);
  await withTrappedPage(site.address, async (trapped) => {
    await trapped.page.goto(`/letter/${PLAIN.id}`);
    const shape = (await envelopesOn(trapped.page))[0]?.shape ?? '';
    broken.push(
      ...(await homeFaults(trapped, expected, shape)),
      ...(await letterFaults(trapped, [...newest, ...some])),
      ...(await sentPageFaults(trapped, others, PLAIN)),
      ...(await feedFaults(trapped, newest, letters.length)),
      ...(await portalFaults(trapped, expected, portal)),
      ...(await liveFaults(trapped, owner, newest, strings)),
    );
  });
  if (site.complaints().length > 0) broken.push('The site logged an error.');
  return {
    figure: `${strings.length} strings as titles, bodies and signatures, seed ${SEED}: ${broken.length} faults`,
    broken: broken.slice(0, MAX_TOLD),
    slow: [],
  };
}
