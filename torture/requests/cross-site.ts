import { allLetters } from '../../test/clients/every-letter.ts';
import { knownRoutes } from '../../test/clients/known-routes.ts';
import { MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { inBrief } from '../in-brief.ts';
import type { Row, Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import { crossSiteInBrowser } from './cross-site-browser.ts';
import { exchange, type RawAnswer } from './raw-exchange.ts';

const HTTPS = { SITE_URL: 'https://letters.example.org' };
const SAFE = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const CHANGING = ['POST', 'PUT', 'DELETE', 'PATCH'];

const JSON_TYPE = 'application/json';
const TYPES: Record<Scale, (string | null)[]> = {
  quick: [JSON_TYPE],
  full: [
    ...[JSON_TYPE, 'text/plain', 'text/plain; application/json', null],
    ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ],
};

/** Header lines that say where a request comes from, and whether that may be this site. */
interface Claim {
  lines: string[];
  /** Null when nothing is said. */
  ours: boolean | null;
}

const SITES: Claim[] = [
  { lines: [], ours: null },
  { lines: ['Sec-Fetch-Site: same-origin'], ours: true },
  ...[
    ['same-site'],
    ['cross-site'],
    ['none'],
    ['SAME-ORIGIN'],
    ['same-origin;'],
    ['same-origin, same-origin'],
    [''],
    ['same-origin', 'same-origin'],
    ['same-origin', 'cross-site'],
  ].map((values) => ({ lines: values.map((value) => `Sec-Fetch-Site: ${value}`), ours: false })),
];

function originClaims(origin: string): Claim[] {
  const { protocol, hostname, host } = new URL(origin);
  const foreign = [
    ...[
      'null',
      '',
      'http://evil.example.org',
      `${protocol}//evil.${host}`,
      `${origin}.evil.example`,
    ],
    ...[
      `${origin}/`,
      `${origin}/x`,
      origin.toUpperCase(),
      `${origin}1`,
      `${protocol}//${hostname}:1`,
    ],
    ...[`${protocol}//me@${host}`, `${protocol}//${hostname}.`, `http://127.0.0.1`, host, '*'],
    ...[`${origin}, ${origin}`, `${origin} http://evil.example.org`],
  ];
  return [
    { lines: [], ours: null },
    { lines: [`Origin: ${origin}`], ours: true },
    { lines: [`Origin: ${origin}`, `Origin: ${origin}`], ours: false },
    { lines: [`Origin: ${origin}`, 'Origin: http://evil.example.org'], ours: false },
    { lines: ['Origin: http://evil.example.org', `Origin: ${origin}`], ours: false },
    ...foreign.map((value) => ({ lines: [`Origin: ${value}`], ours: false })),
  ];
}

/** What some frameworks take for another method. */
const OVERRIDE = ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE'];

export const crossSite: Row = {
  name: 'cross-site',
  claim:
    'Requests with the cookie of an open portal, of all methods, content types, Sec-Fetch-Site and Origin values: only those from the site’s own origin change anything, and reading never does.',
  async run(scale) {
    if (scale === 'quick') {
      const { count, broken } = await withSite({}, (tormented) => tryAll(tormented, 'quick'));
      return { figure: `${count} requests`, broken: inBrief(broken), slow: [] };
    }
    const local = await withSite({}, (tormented) => tryAll(tormented, 'full'));
    const inBrowser = await withSite({}, crossSiteInBrowser);
    const https = await withSite(HTTPS, (tormented) => tryAll(tormented, 'quick'));
    return {
      figure: `${local.count + https.count} requests, and a page on another port in Chromium`,
      broken: inBrief([...local.broken, ...https.broken, ...inBrowser]),
      slow: [],
    };
  },
};

interface Attempt {
  method: string;
  path: string;
  type: string | null;
  lines: string[];
}

async function tryAll(tormented: TormentedSite, scale: Scale) {
  const { owner, origin } = tormented;
  const broken: string[] = [];
  let count = 0;
  const kept = await owner.send({ title: 'To be kept' });
  for (const path of changeablePaths(kept.id)) {
    for (const method of [...SAFE, ...CHANGING]) {
      const before = await stateOf(tormented);
      const allowed: Attempt[] = [];
      for (const { lines, ours } of combined(originClaims(origin), scale)) {
        for (const type of TYPES[scale]) {
          const attempt = { method, path, type, lines };
          if (ours && CHANGING.includes(method)) {
            allowed.push(attempt);
            continue;
          }
          count += 1;
          const answer = await make(attempt, tormented);
          broken.push(...refusalFaults(attempt, answer));
        }
      }
      if ((await stateOf(tormented)) !== before) {
        broken.push(`${method} ${path} changed something.`);
        await owner.unlock();
      }
      count += allowed.length;
      broken.push(...(await makeAllowed(allowed, tormented)));
    }
  }
  return { count, broken };
}

/** The id of a draft, which exists once somebody was allowed to keep it. */
const DRAFT = 'd'.repeat(32);

/** Every path where something can be changed. @param id of the letter in paths of a letter */
function changeablePaths(id: string): string[] {
  const changing = knownRoutes().filter(({ method }) => CHANGING.includes(method));
  const paths = changing.map(({ path }) =>
    path.replace('drafts/:id', `drafts/${DRAFT}`).replace(/:\w+/, id),
  );
  const tricks = [`/api/portal/letters/${id}?_method=DELETE`, `/api/portal/drafts/${DRAFT}?lock`];
  return [...new Set(paths), ...tricks, '/'];
}

/** Pairs of claims: all of them in the long form, else those with at most one that is foreign. */
function combined(origins: Claim[], scale: Scale): Claim[] {
  const pairs = SITES.flatMap((site) => origins.map((origin) => [site, origin] as const));
  return pairs
    .filter(([site, origin]) => scale === 'full' || site.ours !== false || origin.ours !== false)
    .map(([site, origin], at) => {
      const said = [site.ours, origin.ours].filter((ours) => ours !== null);
      const ours = said.length > 0 && said.every(Boolean);
      return { lines: [...site.lines, ...origin.lines, ...(at % 3 === 0 ? OVERRIDE : [])], ours };
    });
}

/** A letter, a draft and a password in one. */
const ANYTHING = {
  ...{ title: 'Changed', content: 'By whom?', signature: '', date: '', hidden: false },
  ...{ editing: null, key: null, writer: '0'.repeat(32), turn: 1 },
  password: MAIN_PASSWORD,
};

async function make(
  { method, path, type, lines }: Attempt,
  { port, owner }: TormentedSite,
): Promise<RawAnswer | undefined> {
  const body = JSON.stringify(ANYTHING);
  const all = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${owner.cookie}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...lines,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const { answers } = await exchange(port, `${all.join('\r\n')}\r\n\r\n${body}`);
  return answers[0];
}

function refusalFaults(attempt: Attempt, answer: RawAnswer | undefined): string[] {
  const { method, path, lines } = attempt;
  const said = `${method} ${path} [${lines.join(' | ')}]`;
  if (!answer) return [`${said} was not answered.`];
  const faults: string[] = [];
  const refused = answer.body.includes('"code":"origin-foreign"') && answer.status === 403;
  if (!SAFE.includes(method) && !refused)
    faults.push(`${said} was answered with ${answer.status}.`);
  const telling = answer.headers.filter(([name]) => /^(?:set-cookie|access-control-)/.test(name));
  return [...faults, ...telling.map(([name]) => `${said} was answered with ${name}.`)];
}

/** Requests from our own origin succeed; otherwise the refusal of the others would prove nothing. */
async function makeAllowed(attempts: Attempt[], tormented: TormentedSite): Promise<string[]> {
  const { owner } = tormented;
  const broken: string[] = [];
  for (const attempt of attempts) {
    const { method, path, type, lines } = attempt;
    const letter = await owner.send({ title: 'To be changed' });
    const own = path.replace(/letters\/\w+/, `letters/${letter.id}`);
    const answer = await make({ ...attempt, path: own }, tormented);
    const [route = ''] = path.replace(/letters\/\w+/, 'letters/:id').split('?');
    const expected = ALLOWED[`${method} ${route}`] ?? UNKNOWN;
    const right = expected[type === JSON_TYPE ? 'json' : 'other'];
    if (!answer || !right.includes(answer.status)) {
      broken.push(`${method} ${path} [${lines.join(' | ')}] was answered with ${answer?.status}.`);
    }
    // It may have ended the session, or opened another.
    if (/session|lock$/.test(path)) await owner.unlock();
  }
  return broken;
}

interface Statuses {
  json: number[];
  other: number[];
}

/** The right answers to our own origin, whatever the query. */
const ALLOWED: Record<string, Statuses> = {
  'POST /api/session': { json: [204], other: [415] },
  'DELETE /api/session': { json: [204], other: [204] },
  'POST /api/portal/letters': { json: [201], other: [415] },
  'PUT /api/portal/letters/:id': { json: [200], other: [415] },
  'DELETE /api/portal/letters/:id': { json: [204], other: [204] },
  [`PUT /api/portal/drafts/${DRAFT}`]: { json: [200, 201], other: [415] },
  [`DELETE /api/portal/drafts/${DRAFT}`]: { json: [204], other: [204] },
};
/** Every other method: nothing is there, or nothing that takes it. */
const UNKNOWN: Statuses = { json: [404, 405], other: [404, 405] };

/** All that a request can change: whether the portal is open, its letters and drafts. */
async function stateOf({ owner }: TormentedSite): Promise<string> {
  const drafts = await (await owner.call('GET', '/api/portal/drafts')).text();
  return drafts + JSON.stringify(await allLetters(owner).catch(String));
}
