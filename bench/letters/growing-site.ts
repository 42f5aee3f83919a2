import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localDay } from '#core/date.ts';
import type { LetterJson } from '#core/letter.ts';
import { queryFor } from '../../store/sqlite/word-pieces.ts';
import { readEvents } from '../../test/clients/event-reader.ts';
import type { MeasuredSite } from '../measured-site.ts';
import { timedCalls } from './timed-calls.ts';

/** As many letters as the smaller site has, so that both sites answer with the same number. */
const LIMIT = 10;
/** A page deep in the list: so many pages down, each of so many letters. */
const DEEP = { letters: 5, pages: 1000 };
/** A word of only one letter, which is so old that a search reaches it last. */
const RARE = 'quokka';
/** Words that all letters have, but hardly any in this order: where an index helps least. */
export const WORST = 'valley lamp lamp lamp valley';

const SEARCHES = {
  'that one old letter has': RARE,
  'that all letters have': 'aldana',
  'that nobody has': 'xylophone',
  'of two characters, that all have': 'la',
  'of two characters, that nobody has': 'zq',
};

/** One measurement of everything: milliseconds by name. */
export type Times = Record<string, number>;

interface GrowingSite extends AsyncDisposable {
  /** Sends a letter, measures everything, and deletes the letter. */
  measure(): Promise<Times>;
  /** Searches for `WORST`. */
  worst(): Promise<number>;
}

export async function openGrowingSite({
  port,
  owner,
  site,
  folder,
}: MeasuredSite): Promise<GrowingSite> {
  const calls = timedCalls(port);
  const { call } = calls;
  await owner.unlock();
  const headers = { Cookie: owner.cookie ?? '' };
  await owner.send({ title: `A ${RARE}`, date: '1950-01-01' });
  // The last page has the same number of letters on both sites.
  const file = join(folder, 'letters.db');
  const end = cursorBefore(file, LIMIT);
  const deep = cursorBehind(file, DEEP);
  const live = await readEvents(await fetch(`${site.address}/api/live`));
  const today = localDay(new Date());

  async function sendAndHear(): Promise<{ id: string; heardAfter: number }> {
    const sentAt = performance.now();
    const body = { title: 'News', content: 'Come by when you can.', date: today };
    const sending = call('/api/portal/letters', { method: 'POST', headers, body });
    const event = await live.next();
    const heardAfter = performance.now() - sentAt;
    const { id } = JSON.parse((await sending).body) as LetterJson;
    if ((event?.data as LetterJson | undefined)?.id !== id)
      throw new Error('Another letter was heard of.');
    return { id, heardAfter };
  }

  const time = async (path: string) => (await call(path, { headers })).milliseconds;
  const portal = (query: object) =>
    time(`/api/portal/letters?${new URLSearchParams({ limit: String(LIMIT), ...query })}`);

  return {
    async measure() {
      const { id, heardAfter } = await sendAndHear();
      const times: Times = { 'a live change': heardAfter };
      times['first page, cold'] = await time('/');
      times['last page, cold'] = await time(`/?after=${end}`);
      times['a page 1,000 cursors deep, cold'] = await time(
        `/api/letters?limit=${DEEP.letters}&after=${deep}`,
      );
      times["the portal's list"] = await portal({});
      times["the end of the portal's list"] = await portal({ after: end });
      for (const [what, q] of Object.entries(SEARCHES)) {
        times[`search for words ${what}`] = await portal({ q });
      }
      await call(`/api/portal/letters/${id}`, { method: 'DELETE', headers });
      await live.next();
      return times;
    },
    worst: () => portal({ q: WORST }),
    async [Symbol.asyncDispose]() {
      await live.close();
      calls[Symbol.dispose]();
    },
  };
}

/** How many letters the search index finds for some words, and in how many milliseconds. */
export function namedByIndex(file: string, words: string) {
  using database = new DatabaseSync(file, { readOnly: true });
  const count = database.prepare(
    'SELECT count(*) AS letters FROM letter_words WHERE letter_words MATCH ?',
  );
  const query = queryFor([words]);
  count.get(query);
  const asked = performance.now();
  const letters = Number(count.get(query)?.letters);
  const milliseconds = performance.now() - asked;
  return { letters, milliseconds };
}

/** The cursor of the last page, which has so many letters. */
function cursorBefore(file: string, letters: number): string {
  using database = new DatabaseSync(file, { readOnly: true });
  const select = 'SELECT position FROM letters ORDER BY position LIMIT 1 OFFSET ?';
  const row = database.prepare(select).get(letters);
  return String(row?.position);
}

/** The cursor of the page at this depth, or of the deepest full page. */
function cursorBehind(file: string, { letters, pages }: typeof DEEP): string {
  using database = new DatabaseSync(file, { readOnly: true });
  const { count } = database.prepare('SELECT count(*) AS count FROM letters').get() ?? {};
  const depth = Math.min(pages, Math.floor(Number(count) / letters) - 1);
  const select = 'SELECT position FROM letters ORDER BY position DESC LIMIT 1 OFFSET ?';
  const row = database.prepare(select).get(depth * letters - 1);
  return String(row?.position);
}
