import type { LetterJson } from '#core/letter.ts';
import { inBrief } from '../in-brief.ts';
import type { Row, Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import { exchange, type RawAnswer } from './raw-exchange.ts';

/** Occurs nowhere but in what is forged. */
const FORGED = 'forged.example';
const HTTPS = 'https://letters.example.org';
/** Addresses that only name formats. */
const NAMESPACES = /^https?:\/\/(?:www\.w3\.org|www\.sitemaps\.org|schema\.org|jsonfeed\.org)\//;

interface Forgery {
  /** The request's target. */
  target?: (path: string) => string;
  /** Header lines in place of an honest Host. */
  lines?: string[];
  /** Whether it is so malformed that it must be refused. */
  unreadable?: boolean;
}

const OURS = 'Host: localhost';

const FORGERIES: Forgery[] = [
  ...[
    ...[`Host: ${FORGED}`, `Host: ${FORGED}:8443`, `host:${FORGED}`],
    ...['Host', 'Server', 'For', 'Proto', 'Port', 'Prefix', 'Path', 'Uri', 'Ssl'].map(
      (name) => `${OURS}\r\nX-Forwarded-${name}: ${FORGED}`,
    ),
    ...['X-Host', 'X-Original-Host', 'X-Real-IP', 'X-HTTP-Host-Override', 'True-Client-IP'].map(
      (name) => `${OURS}\r\n${name}: ${FORGED}`,
    ),
    ...['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix', 'Content-Location'].map(
      (name) => `${OURS}\r\n${name}: /${FORGED}`,
    ),
    ...['Origin', 'Referer', 'From', 'Via', 'X-Wap-Profile'].map(
      (name) => `${OURS}\r\n${name}: https://${FORGED}`,
    ),
    `${OURS}\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: ${FORGED}\r\nX-Forwarded-Port: 666`,
    `${OURS}\r\nX-Forwarded-Host: localhost\r\nX-Forwarded-Host: ${FORGED}`,
    `${OURS}\r\nForwarded: for=1.1.1.1;host=${FORGED};proto=https`,
    `${OURS}\r\nForwarded: host=localhost\r\nForwarded: host="${FORGED}"`,
  ].map((lines) => ({ lines: [lines] })),
  ...[
    [],
    ['Host:'],
    [OURS, `Host: ${FORGED}`],
    [`Host: ${FORGED}`, OURS],
    [`Host: localhost@${FORGED}`],
    [`Host: localhost, ${FORGED}`],
    [`Host: "><a href=//${FORGED}>`],
    [`Host: ${FORGED}/`],
    [`Host: ${FORGED}#`],
    [`Host: ${FORGED}:http`],
  ].map((lines) => ({ lines, unreadable: true })),
  { target: (path) => `http://${FORGED}${path}` },
  { target: (path) => `https://${FORGED}:8443${path}` },
  { target: (path) => `http://localhost:80@${FORGED}${path}` },
  { target: (path) => `http://${FORGED}${path}`, lines: [`Host: ${FORGED}`] },
  { target: (path) => `ftp://${FORGED}${path}`, unreadable: true },
  { target: (path) => `${FORGED}${path}`, unreadable: true },
];

/** Where there are addresses to look at. */
const LINKING = /^\/(?:letter\/\w+|feed\.xml|feed\.json|sitemap\.xml|robots\.txt)?$/;

/** With all that may be configured about it. The quick form takes the first. */
const CONFIGURATIONS: Record<string, string>[] = [
  { TRUST_PROXY: '1', SITE_URL: HTTPS },
  { TRUST_PROXY: 'off', SITE_URL: HTTPS },
  { TRUST_PROXY: '1' },
  { TRUST_PROXY: 'off' },
];

export const forgedHosts: Row = {
  name: 'forged-hosts',
  claim:
    'Forged hosts, forwarding headers, absolute request lines and duplicates: every address in every answer begins with SITE_URL, and nothing forged is returned or stored.',
  async run(scale) {
    const configurations = scale === 'full' ? CONFIGURATIONS : CONFIGURATIONS.slice(0, 1);
    const broken: string[] = [];
    let asked = 0;
    for (const configuration of configurations) {
      const found = await withSite(configuration, (tormented) => forge(tormented, scale));
      asked += found.asked;
      broken.push(...found.broken);
    }
    const figure = `${FORGERIES.length} forgeries, ${configurations.length} configurations, ${asked} forged requests`;
    return { figure, broken: inBrief(broken), slow: [] };
  },
};

async function forge(tormented: TormentedSite, scale: Scale) {
  const { owner, port, origin } = tormented;
  const letter = await owner.send({ title: 'For all' });
  const hidden = await owner.send({ title: 'For one', hidden: true });
  const broken: string[] = [];
  let asked = 0;
  for (const forgery of FORGERIES) {
    const paths = pathsOf(letter, hidden);
    // Empties the cache, so that the forged request fills it.
    await owner.update(letter, { title: 'For all' });
    for (const path of scale === 'full' ? paths : paths.slice(0, 10)) {
      const forged = await ask(port, requestTo(path, forgery));
      const honest = await ask(port, requestTo(path, {}));
      asked += 1;
      const faults = [
        ...traces(forged, origin),
        ...traces(honest, origin),
        ...differences(forged, honest, forgery),
        ...(LINKING.test(path) && !honest.text.includes(`${origin}/`) ? ['no link is ours'] : []),
      ];
      broken.push(
        ...faults.map((fault) => `${JSON.stringify(requestTo(path, forgery))}: ${fault}`),
      );
    }
  }
  return { asked: asked + 1, broken: [...broken, ...(await forgedLetter(tormented))] };
}

function pathsOf(letter: LetterJson, hidden: LetterJson): string[] {
  return [
    ...[
      '/',
      `/letter/${letter.id}`,
      '/feed.xml',
      '/feed.json',
      '/sitemap.xml',
      '/robots.txt',
      '/api/letters',
    ],
    ...['/nothing', `/letter/${hidden.id}`, '/api/session'],
    ...[`/api/letters/${letter.id}`, `/letter/${letter.id}/card.png`, '/favicon.svg', '/healthz'],
    ...['/readyz', '/api/portal/letters', '/api/nothing', '/?after=x', '/letter/', '/feed.xml/'],
  ];
}

function requestTo(path: string, { target = (own) => own, lines = [OURS] }: Forgery): string {
  const all = [`GET ${target(path)} HTTP/1.1`, ...lines, 'Connection: close'];
  return all
    .map((line) => `${line}\r\n`)
    .join('')
    .concat('\r\n');
}

interface Asked {
  answer: RawAnswer | undefined;
  text: string;
}

async function ask(port: number, bytes: string): Promise<Asked> {
  const { answers, text } = await exchange(port, bytes);
  return { answer: answers.length === 1 ? answers[0] : undefined, text };
}

/** Forged or foreign addresses in an answer. */
function traces({ text }: Asked, siteUrl: string): string[] {
  const faults = text.includes(FORGED) ? ['what was forged came back'] : [];
  const addresses = text.match(/https?:(?:\\?\/){2}[^\s"'<>\\]*/g) ?? [];
  const foreign = addresses.filter(
    (address) => !`${address}/`.startsWith(`${siteUrl}/`) && !NAMESPACES.test(`${address}/`),
  );
  return [...faults, ...foreign.map((address) => `there is a link to ${address}`)];
}

function differences(forged: Asked, honest: Asked, { unreadable = false }: Forgery): string[] {
  if (!forged.answer || !honest.answer) return ['it was not answered once'];
  if (unreadable) {
    return forged.answer.status === 400 ? [] : [`it was answered with ${forged.answer.status}`];
  }
  const same = JSON.stringify(steady(forged.answer)) === JSON.stringify(steady(honest.answer));
  return same ? [] : ['the honest request after it was answered differently'];
}

function steady({ headers, ...answer }: RawAnswer): RawAnswer {
  return { ...answer, headers: headers.filter(([name]) => name !== 'date') };
}

/** A letter that is sent with everything forged except its origin gets the right address. */
async function forgedLetter({ port, owner, origin }: TormentedSite): Promise<string[]> {
  const body = JSON.stringify({ title: 'Sent', content: 'From afar' });
  const lines = [
    `POST http://${FORGED}/api/portal/letters HTTP/1.1`,
    `Host: ${FORGED}`,
    `X-Forwarded-Host: ${FORGED}`,
    `Forwarded: host=${FORGED};proto=https`,
    `Origin: ${origin}`,
    `Cookie: ${owner.cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const asked = await ask(port, `${lines.join('\r\n')}\r\n\r\n${body}`);
  const location = asked.answer?.headers.find(([name]) => name === 'location')?.[1] ?? '';
  const faults = traces(asked, origin);
  if (asked.answer?.status !== 201) faults.push('the letter was not sent');
  if (!/^\/letter\/\w+$/.test(location)) faults.push(`its Location is ${location}`);
  return faults.map((fault) => `A letter from afar: ${fault}`);
}
