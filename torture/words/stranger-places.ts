import type { LetterSummary } from '#core/letter.ts';
import { everyLetter } from '../../test/clients/every-letter.ts';
import { poll } from '../poll.ts';
import { type Look, look, lookAtStream, type Sight, textOf } from './stranger.ts';

/** What a stranger can find out without the link of a hidden letter. */
export interface Grounds {
  address: string;
  /** Visible letters. */
  ids: string[];
  /** Cursors of lists: positions of visible letters and of others. */
  cursors: string[];
  /** ETags of the main places, as they were before the hidden letters were there. */
  etags: Record<string, string>;
  /** The number of the last public change. */
  seq: number;
}

/** Everything that a stranger sees, by the name of the place. */
export type Sights = Map<string, string>;

const LISTS = ['/', '/feed.xml', '/feed.json', '/sitemap.xml', '/api/letters'];
const OTHERS = [
  ...['/robots.txt', '/healthz', '/readyz', '/card.png', '/apple-touch-icon.png', '/favicon.svg'],
  ...['/api/letters?limit=1', '/api/letters?limit=100', '/api/letters?limit=0'],
  ...['/api/letters?after=nowhere', '/?after=nowhere', '/?letter=nobody', '/?_routes=root'],
  ...['/nothing', '/letter/', '/letter/nobody', '/letter/nobody/card.png', '/%ff', '/letter/%00'],
  ...['/api/letters/nobody', '/api/nothing', '/api/portal/letters', '/api/portal/letters?q=a'],
  ...['/api/portal/drafts', '/api/portal/drafts/nobody', '/api/portal/live'],
  ...['/.data', '/_root.data', '/letter/nobody.data', '/__manifest?p=%2F', '/letter.data'],
];
const ENCODINGS = ['identity', 'br', 'gzip'];
/** How many places are looked at at a time. */
const AT_ONCE = 16;
/** Milliseconds, longer than the site itself waits for a card (card/card-renderer.ts). */
const LONGEST_DRAWING_MS = 25_000;

export async function lookEverywhere(grounds: Grounds): Promise<Sights> {
  const { address } = grounds;
  const sights: Sights = new Map();
  const waiting = placesOf(grounds).values();
  const visit = async () => {
    for (const [name, path, how] of waiting) {
      sights.set(name, textOf(await look(address + path, how)));
    }
  };
  const visits = Array.from({ length: AT_ONCE }, visit);
  const streams = streamsOf(grounds).map(async ([name, sight]) => sights.set(name, await sight));
  await Promise.all([...visits, ...streams]);
  return sights;
}

/** Draws all cards first, because one that is not drawn in time is replaced by the neutral card. */
export async function drawCards({ address, ids }: Grounds): Promise<void> {
  for (const path of ['/card.png', ...ids.map((id) => `/letter/${id}/card.png`)]) {
    const isDrawn = ({ headers }: Sight) => headers['cache-control']?.includes('public') ?? false;
    await poll(() => look(address + path), isDrawn, { within: LONGEST_DRAWING_MS, every: 50 });
  }
}

type Place = [name: string, path: string, how: Look];

function placesOf({ ids, cursors, etags }: Grounds): Place[] {
  const kept: [name: string, path: string][] = [
    ...LISTS.map((path): [string, string] => [path, path]),
    ...ids.flatMap((id, at): [string, string][] => [
      [`page ${at}`, `/letter/${id}`],
      [`card ${at}`, `/letter/${id}/card.png`],
      [`letter ${at}`, `/api/letters/${id}`],
    ]),
    ...cursors.flatMap((cursor): [string, string][] => [
      [`home after ${cursor}`, `/?after=${cursor}`],
      [`list after ${cursor}`, `/api/letters?after=${cursor}`],
      [`feed after ${cursor}`, `/feed.xml?after=${cursor}`],
      [`JSON feed after ${cursor}`, `/feed.json?after=${cursor}`],
      [`sitemap after ${cursor}`, `/sitemap.xml?after=${cursor}`],
      [`one after ${cursor}`, `/api/letters?limit=1&after=${cursor}`],
    ]),
  ];
  return [
    ...OTHERS.map((path): Place => [path, path, {}]),
    ...kept.flatMap(([name, path]) =>
      ENCODINGS.map((encoding): Place => {
        return [`${name} (${encoding})`, path, { headers: { 'Accept-Encoding': encoding } }];
      }),
    ),
    ...LISTS.flatMap((path): Place[] => [
      [`HEAD ${path}`, path, { method: 'HEAD' }],
      [`part of ${path}`, path, { headers: { Range: 'bytes=0-1000000' } }],
      [`${path} if changed`, path, { headers: { 'If-None-Match': etags[path] ?? '' } }],
      [`POST ${path}`, path, { method: 'POST' }],
    ]),
    ...ids.slice(0, 1).map((id): Place => ['data of a page', `/letter/${id}.data`, {}]),
    ['PUT without a session', '/api/portal/letters/nobody', { method: 'PUT' }],
    ['DELETE of the session', '/api/session', { method: 'DELETE' }],
  ];
}

/** More than a run makes. */
const CHANGES = 60;

/** The live stream from now, and from every number that there was or could have been. */
function streamsOf({ address, seq }: Grounds): [string, Promise<string>][] {
  const numbers = Array.from({ length: CHANGES + 2 }, (_, back) => String(seq + 1 - back));
  const odd = ['0', '1', '-1', '99999999999999', '999999999999999999999', 'x', '1.5'];
  const stream = (sight: Promise<Sight>) => sight.then(textOf);
  return [
    ['stream', stream(lookAtStream(`${address}/api/live`))],
    ...[...numbers, ...odd].flatMap((number): [string, Promise<string>][] => [
      [`stream after ${number}`, stream(lookAtStream(`${address}/api/live?after=${number}`))],
      [
        `stream resumed after ${number}`,
        stream(lookAtStream(`${address}/api/live`, { 'Last-Event-ID': number })),
      ],
    ]),
  ];
}

/** What a stranger finds in the list, and where the live stream stands. */
export async function layOfTheLand(address: string): Promise<Grounds> {
  const letters = await everyLetter<LetterSummary>(
    (query) => fetch(`${address}/api/letters${query}`),
    2,
  );
  const ids = letters.map(({ id }) => id);
  const cursors = letters.map(({ position }) => position);
  const tags = LISTS.map(async (path) => {
    return [path, (await look(address + path)).headers.etag ?? ''] as const;
  });
  const { body } = await lookAtStream(`${address}/api/live`);
  const seq = Number(/^id: (\d+)$/m.exec(body)?.[1]);
  return { address, ids, cursors, etags: Object.fromEntries(await Promise.all(tags)), seq };
}
