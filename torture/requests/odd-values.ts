import fc from 'fast-check';
import { ALTERNATIVE_PASSWORD, MAIN_PASSWORD, OWNER_NAME } from '../../test/clients/owner.ts';

/** Values for the generated requests: mostly right, often nearly right, sometimes far from it. */

/** Placeholders for what only the running site knows; `placed` fills them in. */
export const PLACES = [
  '{id}',
  '{hidden}',
  '{cookie}',
  '{spare}',
  '{position}',
  '{origin}',
] as const;
export type Places = Record<(typeof PLACES)[number], string>;

export function placed(text: string, places: Places): string {
  return PLACES.reduce((filled, place) => filled.replaceAll(place, places[place]), text);
}

const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];

export const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...KEYS, '', ' ', '\u0000', '\ud800', '\u202e', '<script>', '{id}', '{cookie}'),
  fc.constantFrom(
    'x'.repeat(301),
    '\u{1f54a}'.repeat(300),
    'a\u0301\u0323'.repeat(150),
    '﷽'.repeat(99),
  ),
);

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const oddJson = fc.oneof(
  fc.jsonValue({ depthSize: 'small' }),
  oddText,
  fc.constantFrom(null, true, 0, -0, 1e308, Number.MAX_SAFE_INTEGER, [], {}),
);
/** Right fifteen times of sixteen. */
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
  fc.oneof(
    { weight: 15, arbitrary: right as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: oddJson },
  );

const letter = fc.record(
  {
    title: mostly(words),
    content: mostly(words),
    signature: mostly(fc.constantFrom('', '', '', OWNER_NAME, 'Maren Voss', 'zzz')),
    date: mostly(fc.constantFrom('', '', '2026-11-20', '2024-02-29', '9999-12-31', '2026-02-30')),
    hidden: mostly(fc.boolean()),
    id: fc.constantFrom('{id}', 'x'),
    version: mostly(fc.nat(9)),
  },
  { requiredKeys: ['title', 'content'] },
);

const credentials = fc.record({
  password: mostly(fc.constantFrom(MAIN_PASSWORD, ALTERNATIVE_PASSWORD, 'wrong', 'x'.repeat(1025))),
});

const draft = fc.record({
  title: mostly(oddText),
  content: mostly(oddText),
  signature: mostly(oddText),
  date: mostly(fc.constantFrom('', '2026-11-20')),
  hidden: mostly(fc.boolean()),
  editing: mostly(fc.constantFrom(null, { id: '{id}', version: 1 })),
  key: mostly(fc.constantFrom(null, 'one')),
  writer: mostly(fc.constantFrom('0'.repeat(32), '1'.repeat(32))),
  turn: mostly(fc.integer({ min: 1, max: 9 })),
});

const NEARLY_JSON = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '[]',
    '""',
    '{',
    '}',
    '{"title":',
    '{"title":1e999}',
    '\ufeff{}',
    'NaN',
  ],
  '{"__proto__":{"title":"x","content":"y"}}',
  '{"constructor":{"prototype":{"hidden":true}},"title":"x","content":"y"}',
  '{"title":"a","title":"b","content":"c"}',
  '{"title":"x","content":"y","date":{"seconds":1e400}}',
  `{"title":${'9'.repeat(5000)},"content":"y"}`,
  `${'['.repeat(60_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"title":"x","content":${JSON.stringify('y'.repeat(200_001))}}`,
  `{"password":"${'p'.repeat(20_000)}"}`,
  '_method=DELETE&title=x',
];

const asJson = (values: fc.Arbitrary<unknown>) => values.map((value) => JSON.stringify(value));

/** A body that the path would take, or nearly, or not at all. */
export function bodyFor(path: string): fc.Arbitrary<string> {
  const right = /session/.test(path) ? credentials : /drafts/.test(path) ? draft : letter;
  return fc.oneof(
    { weight: 8, arbitrary: asJson(right) },
    asJson(credentials),
    asJson(oddJson),
    fc.constantFrom(...NEARLY_JSON),
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  );
}

const oddHeader = fc.oneof(
  fc.constantFrom('', ' ', ',', ';', '"', '%00', '\u00ff\u00fe', '*', '-1', '0', '1'.repeat(400)),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
);
/** Absent half of the time, and rarely odd. */
const perhaps = (name: string, ...values: string[]) =>
  fc
    .option(fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...values) }, oddHeader))
    .map((value): [string, string][] => (value === null ? [] : [[name, value]]));
/** Nearly always right. */
const usually = (name: string, right: string, ...values: string[]) =>
  fc
    .oneof(
      { weight: 20, arbitrary: fc.constant<string | null>(right) },
      { weight: 1, arbitrary: fc.constantFrom(null, ...values) },
      { weight: 1, arbitrary: oddHeader },
    )
    .map((value): [string, string][] => (value === null ? [] : [[name, value]]));

const EVIL = 'http://evil.example.org';

/** Roughly the headers that a browser sends. */
export const headers = fc
  .tuple(
    usually('Host', 'localhost', 'evil.example.org', '[::1]:80', 'a b', 'user:pw@localhost'),
    usually('Origin', '{origin}', 'null', EVIL, '{origin}/'),
    usually('Sec-Fetch-Site', 'same-origin', 'cross-site', 'none'),
    usually('Content-Type', 'application/json', 'text/plain', 'application/json;charset=utf-16'),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant<[string, string][]>([]) },
      perhaps('X-HTTP-Method-Override', 'DELETE', 'PUT'),
      perhaps('X-Forwarded-For', '10.0.0.1', '1.1.1.1, ::1, x', '999.1.1.1'),
      perhaps('X-Forwarded-Host', 'evil.example.org'),
      perhaps('X-Original-URL', '/api/portal/letters'),
      perhaps('Upgrade', 'websocket', 'h2c'),
      perhaps('Expect', '100-continue', 'a miracle'),
      perhaps('Range', 'bytes=0-', 'bytes=5-1', 'bytes=99999999999999999999-'),
      perhaps('Content-Encoding', 'gzip', 'br'),
      perhaps('Accept', 'text/html', 'application/json;q=0'),
      perhaps('__proto__', 'x'),
    ),
    perhaps('If-Match', '"1"', '"2"', '*', 'W/"1"', '"99999999999999999999"'),
    perhaps('If-None-Match', '*', '"x"', 'W/"x", "y"'),
    perhaps('Idempotency-Key', 'one', 'two', 'three', 'x'.repeat(201)),
    perhaps('Last-Event-ID', '0', '1', '99999999999999999999', '-1'),
    perhaps('Accept-Encoding', 'br', 'gzip', 'br;q=0, gzip;q=0.0', 'identity;q=0, *;q=0'),
  )
  .map((each) => each.flat());
