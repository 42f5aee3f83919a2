import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LetterJson } from '#core/letter.ts';
import { MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { chooseSeed, seededRandom } from '../../test/seeded-random.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import { type CanaryText, canaryText, canaryWord } from './canary-words.ts';
import { afterwardsFaults, directFaults } from './direct-address.ts';
import { type LiveTape, recordLive } from './live-tape.ts';
import {
  drawCards,
  type Grounds,
  layOfTheLand,
  lookEverywhere,
  type Sights,
} from './stranger-places.ts';

const CLIENT = join(import.meta.dirname, '../../build/client');
const SIZE: Record<Scale, { lives: number; visible: number }> = {
  full: { lives: 6, visible: 30 },
  quick: { lives: 1, visible: 2 },
};

export const canary: Row = {
  name: 'canary',
  claim:
    'A word that only hidden letters contain appears nowhere else, through create, edit, publish, hide again and delete; without the link nobody can tell that such a letter exists.',
  run: (scale) => withSite({}, (tormented) => keepCanaries(tormented, SIZE[scale])),
};

/** Counts and findings so far, and the source of words. */
interface Tally {
  random: () => number;
  looks: number;
  words: number;
  broken: string[];
}

async function keepCanaries(
  tormented: TormentedSite,
  { lives, visible }: { lives: number; visible: number },
): Promise<Outcome> {
  const seed = chooseSeed();
  const tally: Tally = { random: seededRandom(seed), looks: 0, words: 0, broken: [] };
  for (let count = 0; count < visible; count += 1) {
    await tormented.owner.send({ title: `For all ${count}`, date: '2026-11-20' });
  }
  using tape = await recordLive(tormented.site.address);
  for (let life = 0; life < lives; life += 1) await liveAndDie(tormented, tape, tally);
  return {
    figure: `${lives} lives of two hidden letters, ${tally.words} words and ids, ${tally.looks} looks, seed ${seed}: ${tally.broken.length} leaks`,
    broken: tally.broken,
    slow: [],
  };
}

/**
 * The life of two hidden letters. One is published and hidden again meanwhile; the other must never be
 * noticed. Each version has words of its own, so that an old one that is still served is found.
 */
async function liveAndDie(
  { owner, site, folder }: TormentedSite,
  tape: LiveTape,
  tally: Tally,
): Promise<void> {
  const { address } = site;
  const secrets = new Set<string>();
  /** Secrets that were public for a while. */
  const published = new Set<string>();
  const told: string[] = [];
  const start = await layOfTheLand(address);
  await drawCards(start);
  const before = await lookEverywhere(start);
  const fault = (stage: string, words: string) => tally.broken.push(`${stage}: ${words}`);

  const words = (hidden: boolean): CanaryText & { hidden: boolean } => {
    const text = canaryText(tally.random);
    for (const word of Object.values(text)) secrets.add(word);
    return { ...text, hidden };
  };

  let grounds: Grounds = start;
  let never = await owner.send(words(true));
  let shown = await owner.send(words(true));
  for (const { id } of [never, shown]) secrets.add(id);

  /** Looks everywhere. @param open the words that may be seen @param like earlier sights that must be the same */
  async function inspect(stage: string, open: string[], like?: Sights): Promise<Sights> {
    const cursors = positionsOf(folder, [shown.id, never.id]);
    const known = open.length > 0 ? await layOfTheLand(address) : grounds;
    const sights = await lookEverywhere({
      ...known,
      cursors: [...known.cursors, ...cursors],
      etags: start.etags,
    });
    const hidden = [...secrets].filter((word) => !open.includes(word));
    const seen = new Set<string>();
    for (const [place, text] of sights) {
      const leaks = found(text, hidden).length;
      for (const word of found(text, open)) seen.add(word);
      if (leaks > 0) fault(stage, `${place} has ${leaks} hidden words or ids.`);
      const same = like?.get(place);
      if (same !== undefined && same !== text)
        fault(stage, `${place} tells that something is there.`);
    }
    if (seen.size < open.length) {
      fault(stage, 'A visible letter appears nowhere either, so the test finds nothing.');
    }
    const unwritten = [...secrets, MAIN_PASSWORD, sessionOf(owner.cookie)];
    if (found(site.output(), unwritten).length > 0) {
      fault(stage, 'The log contains hidden words, ids, a password or a session.');
    }
    tally.looks += sights.size;
    return sights;
  }

  async function direct(stage: string, letter: LetterJson): Promise<void> {
    for (const words of await directFaults(address, letter)) fault(stage, words);
  }

  await inspect('created hidden', [], before);
  await direct('created hidden', shown);

  never = await owner.update(never, words(true));
  shown = await owner.update(shown, words(true));
  await inspect('edited while hidden', [], before);

  for (const stage of ['published', 'edited in public']) {
    shown = await owner.update(shown, words(false));
    never = await owner.update(never, words(true));
    told.push('shown');
    const open = [shown.id, shown.title, shown.content, shown.signature];
    for (const word of open) published.add(word);
    await inspect(stage, open);
  }

  shown = await owner.update(shown, words(true));
  told.push('withdrawn');
  grounds = await layOfTheLand(address);
  const after = await inspect('hidden again', []);
  await direct('hidden again', shown);
  shown = await owner.update(shown, words(true));
  await inspect('edited after that', [], after);
  await owner.delete(shown);
  await owner.delete(never);
  await inspect('deleted', [], after);
  for (const { id } of [shown, never]) {
    for (const words of await afterwardsFaults(address, id)) fault('deleted', words);
  }

  tally.words += secrets.size;
  // Told last: once it has arrived, nothing else is still on its way.
  const last = await owner.send({ title: canaryWord(tally.random) });
  told.push('shown');
  const { seq } = await layOfTheLand(address);
  const neverTold = [...secrets].filter((word) => !published.has(word));
  const life = { from: start.seq, to: seq, told, last: last.title };
  for (const words of await tapeFaults(tape, life, neverTold)) fault('live', words);
  const built = filesIn(CLIENT);
  if ([...secrets].some((word) => built.some((file) => file.includes(word)))) {
    fault('built assets', 'They contain a hidden word or id.');
  }
}

/** What readers should have heard of a life: the numbers between which it lay, and the kinds of its events. */
interface HeardLife {
  from: number;
  to: number;
  told: string[];
  /** The title of the letter of the last event. */
  last: string;
}

async function tapeFaults(
  tape: LiveTape,
  { from, to, told, last }: HeardLife,
  neverTold: string[],
): Promise<string[]> {
  const faults: string[] = [];
  const events = (await tape.eventsUntil(to)).filter(({ seq }) => seq > from);
  if (!events.at(-1)?.data.includes(last)) faults.push('The last letter was not announced.');
  if (events.map(({ kind }) => kind).join() !== told.join()) {
    faults.push('Readers were told of something other than what became visible or was withdrawn.');
  }
  if (events.some(({ seq }, at) => seq !== from + at + 1)) {
    faults.push('The numbers of the stream have a gap.');
  }
  const heard = found(tape.text(), neverTold).length;
  if (heard > 0) faults.push(`${heard} words or ids were told that were never public.`);
  return faults;
}

/** Those of the words that are in a text, however they are written there. */
function found(text: string, words: string[]): string[] {
  const folded = text.toLowerCase();
  return words.filter((word) => folded.includes(word.toLowerCase()));
}

function sessionOf(cookie: string | null): string {
  return cookie?.split('=')[1] ?? '';
}

/** Positions of letters in the list, which a stranger might guess. */
function positionsOf(folder: string, ids: string[]): string[] {
  using database = new DatabaseSync(join(folder, 'letters.db'), { readOnly: true, timeout: 5000 });
  const statement = database.prepare('SELECT position FROM letters WHERE id = ?');
  return ids.flatMap((id) => {
    const row = statement.get(id);
    return row ? [String(row.position)] : [];
  });
}

function filesIn(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}
