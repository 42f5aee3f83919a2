import { join } from 'node:path';
import fc from 'fast-check';
import type { LetterJson } from '#core/letter.ts';
import { openStore } from '../../store/open-store.ts';
import type { Owner } from '../../test/clients/owner.ts';
import { median } from '../../test/quantile.ts';
import { hasGrown, watchMemory } from '../flat-memory.ts';
import type { Row, Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import { answerFaults } from './answer-faults.ts';
import { countAnswers } from './answered-routes.ts';
import { fuzzedBytes, NONSENSE } from './fuzzed-bytes.ts';
import { bytesOf, type LikelyRequest, likelyRequests, shortForm } from './likely-request.ts';
import { PLACES, type Places } from './odd-values.ts';
import { type Exchange, exchange } from './raw-exchange.ts';

/** Chosen once: the same requests are made every time. */
const SEED = 20_261_120;
/** How many requests are under way at once. */
const LANES = { likely: 4, blind: 12 };
const COUNT: Record<Scale, { likely: number; blind: number }> = {
  full: { likely: 60_000, blind: 40_000 },
  quick: { likely: 1600, blind: 500 },
};
/** For partial requests, to which the site does not answer before it has the rest. */
const IMPATIENT = { quiet: 60, most: 5000 };
const WORDS_OF_ITSELF: Places = Object.fromEntries(PLACES.map((place) => [place, place])) as Places;

export const requests: Row = {
  name: 'requests',
  claim:
    'Generated requests of every route, method, header and body, nearly valid and random: no 5xx, no crash, no error in the log, flat memory, and security headers on every answer.',
  run: (scale) =>
    withSite({ TRUST_PROXY: '1' }, async (tormented) => {
      const places = await learn(tormented);
      using watch = watchMemory(tormented.site.pid, 250);
      const likely = likelyRequests();
      const answered = countAnswers();
      const made = { likely: 0, blind: 0 };
      const broken = await Promise.all([
        ...lanes(LANES.likely, COUNT[scale].likely, likely, {
          send: async (request) => {
            made.likely += 1;
            const bytes = bytesOf(request, places);
            const back = await exchange(tormented.port, Buffer.from(bytes, 'latin1'));
            await learnMore(places, request, back, tormented.owner);
            for (const { status } of back.answers) {
              answered.count(request.route, request.method, status);
            }
            const once = back.answers.length === 1;
            return once ? faultsOf(back) : [`got ${back.answers.length} answers, ${back.end}`];
          },
          surely: [],
          short: shortForm,
        }),
        ...lanes(LANES.blind, COUNT[scale].blind, fuzzedBytes(likely), {
          send: async (bytes) => {
            made.blind += 1;
            const sent = Buffer.from(bytes(places), 'latin1');
            return faultsOf(await exchange(tormented.port, sent, IMPATIENT));
          },
          surely: NONSENSE.map((text) => () => text),
          short: (bytes) => JSON.stringify(bytes(WORDS_OF_ITSELF)).slice(0, 600),
        }),
      ]);
      const memory = watch.stop();
      const flat = flatness(memory);
      return {
        figure: `${made.likely} nearly right and ${made.blind} blind requests, seed ${SEED}; ${flat.figure}`,
        broken: [...broken.flat(), ...answered.faults(), ...(await aftermath(tormented))],
        slow: flat.grown ? [`Memory grew: ${flat.figure}.`] : [],
      };
    }),
};

/** Sends some letters, and returns values for the placeholders. */
async function learn({ owner, origin, site }: TormentedSite): Promise<Places> {
  await owner.unlock();
  const spare = owner.cookie ?? '';
  await owner.unlock();
  const { id } = await owner.send({ title: 'One of many' });
  const hidden = await owner.send({ title: 'Not for all', hidden: true });
  const list = await (await fetch(`${site.address}/api/letters`)).json();
  const [first] = (list as { letters: { position: string }[] }).letters;
  return {
    '{id}': id,
    '{hidden}': hidden.id,
    '{cookie}': owner.cookie ?? '',
    '{spare}': spare,
    '{position}': first?.position ?? '',
    '{origin}': origin,
  };
}

/**
 * Makes the next requests name the newest letter, and replaces one that is gone: requests delete letters
 * all the time, and those for a missing letter test little.
 */
async function learnMore(
  places: Places,
  { route, target }: LikelyRequest,
  { answers }: Exchange,
  owner: Owner,
): Promise<void> {
  if (!route.path.includes('/letter')) return;
  const [{ status, body } = { status: 0, body: '' }] = answers;
  if (status === 201) learnOf(places, JSON.parse(body) as LetterJson);
  const place = (['{id}', '{hidden}'] as const).find((each) => target.includes(each));
  if (place === undefined || ![204, 404].includes(status)) return;
  if ((await owner.call('GET', `/api/letters/${places[place]}`)).ok) return;
  const hidden = place === '{hidden}';
  learnOf(places, await owner.send({ title: 'In its place', hidden }));
}

function learnOf(places: Places, { id, hidden }: LetterJson): void {
  places[hidden ? '{hidden}' : '{id}'] = id;
}

interface Sending<Value> {
  /** Sends one, and returns what was wrong with what came back. */
  send(value: Value): Promise<string[]>;
  /** What is sent before all else, by the first lane. */
  surely: Value[];
  /** For whoever has to find out why. */
  short(value: Value): string;
}

/** Sends generated requests in several lanes; each reports the smallest request that failed. */
function lanes<Value>(
  count: number,
  total: number,
  values: fc.Arbitrary<Value>,
  { send, surely, short }: Sending<Value>,
): Promise<string[]>[] {
  return Array.from({ length: count }, async (_, lane) => {
    const holds = fc.asyncProperty(values, async (value) => {
      const faults = await send(value);
      if (faults.length > 0) throw new Error(faults.join(', '));
    });
    const seed = SEED + lane;
    const examples = lane === 0 ? surely.map((value): [Value] => [value]) : [];
    const found = await fc.check(holds, { seed, numRuns: Math.ceil(total / count), examples });
    if (!found.failed) return [];
    const [value] = found.counterexample ?? [];
    const why = found.errorInstance instanceof Error ? found.errorInstance.message : 'It failed.';
    return [`${why}: ${value === undefined ? '' : short(value)} (seed ${seed})`];
  });
}

function faultsOf({ answers }: Exchange): string[] {
  return answers.flatMap(answerFaults);
}

/** Compares the last third of the samples with the first, without the first fifth, the warm-up. */
function flatness(memory: number[]): { grown: boolean; figure: string } {
  const warm = memory.slice(Math.floor(memory.length / 5));
  const third = Math.ceil(warm.length / 3);
  const [first, last] = [warm.slice(0, third), warm.slice(-third)];
  const figure = `memory ${Math.round(median(first))} MB in the first third, ${Math.round(median(last))} MB in the last`;
  return { grown: hasGrown(first, last), figure };
}

/** Checks that the site still works, has logged nothing, stops cleanly and has an intact database. */
async function aftermath({ site, owner, folder }: TormentedSite): Promise<string[]> {
  const broken: string[] = [];
  try {
    const { id } = await owner.send({ title: 'After all that' });
    const response = await fetch(`${site.address}/letter/${id}`);
    if (!(await response.text()).includes('After all that')) broken.push('It shows no new letter.');
    await site.stop();
  } catch (error) {
    broken.push(`It does not work any more: ${error}`);
  }
  for (const line of site.complaints()) broken.push(`It complained: ${line}`);
  const store = await openStore({ engine: 'sqlite', path: join(folder, 'letters.db') });
  broken.push(...(await store.faults().finally(() => store.close())));
  return broken;
}
