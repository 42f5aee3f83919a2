import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { checkConfig, type Environment, KNOWN_VARIABLES, readConfig } from './config.ts';

const configOf = (variables: Environment['variables']) => readConfig({ variables });

test('has a default for everything on a new machine', () => {
  expect(configOf({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: null,
    store: { engine: 'sqlite', path: 'data/letters.db' },
    ownerName: 'The Owner',
    siteTitle: 'Letters',
    letterLanguage: null,
    mainPassword: null,
    alternativePassword: null,
    envelopeImageUrl: null,
    accentColor: null,
    sealLetter: null,
    trustedProxies: 0,
    requestLog: null,
  });
});

test.each(['\n', '\r', '\r\n', '\n\n'])(
  'reads each variable without the line break at its end: %j',
  (end) => {
    const variables = { PORT: `80${end}`, DATABASE_URL: `sqlite:a.db${end}` };
    expect(configOf(variables)).toEqual({
      ...configOf({}),
      port: 80,
      store: { engine: 'sqlite', path: 'a.db' },
    });
    expect(configOf({ MAIN_PASSWORD: ` one ${end}` }).mainPassword).toBe(' one ');
    expect(configOf({ MAIN_PASSWORD: `${'x'.repeat(1024)}${end}` }).mainPassword).toHaveLength(
      1024,
    );
  },
);

test('is read from the environment', () => {
  const environment = {
    PORT: '0',
    HOST: '::',
    SITE_URL: 'https://Letters.example.org/',
    DATABASE_URL: 'sqlite:/var/letters.db',
    OWNER_NAME: ' Zoe\u0308 ',
    SITE_TITLE: 'From me',
    LETTER_LANGUAGE: 'pt_br',
    MAIN_PASSWORD: ' one ',
    ALTERNATIVE_PASSWORD: 'two',
    ENVELOPE_IMAGE_URL: 'https://images.example.org/envelope.png?v=1',
    ACCENT_COLOR: '#1F5551',
    SEAL_LETTER: ' e\u0301 ',
    TRUST_PROXY: '2',
    REQUEST_LOG: 'off',
    UNKNOWN: 'ignored',
  };
  expect(configOf(environment)).toEqual({
    port: 0,
    host: '::',
    siteUrl: 'https://letters.example.org',
    store: { engine: 'sqlite', path: '/var/letters.db' },
    ownerName: 'Zo\u00eb',
    siteTitle: 'From me',
    letterLanguage: { tag: 'pt-BR', scripts: ['Latn'] },
    mainPassword: ' one ',
    alternativePassword: 'two',
    envelopeImageUrl: 'https://images.example.org/envelope.png?v=1',
    accentColor: '#1f5551',
    sealLetter: '\u00e9',
    trustedProxies: 2,
    requestLog: false,
  });
});

test('treats an empty variable as absent', () => {
  expect(configOf({ PORT: '', SITE_URL: '', MAIN_PASSWORD: '' })).toEqual(configOf({}));
  expect(configOf({ TRUST_PROXY: 'off' }).trustedProxies).toBe(0);
  expect(configOf({ REQUEST_LOG: '' }).requestLog).toBeNull();
});

test.each([
  ['PORT', ['http', '-1', '65536', '3000.5', ' 80', '0x50', '123456']],
  ['HOST', ['a b', 'http://x/']],
  [
    'SITE_URL',
    [
      'letters.example.net',
      'ftp://example.org',
      'https://example.org/path',
      'https://example.org/?',
      'https://example.org/#',
      'https://me:secret@example.org',
      'https://:secret@example.org',
      'https://a;b',
    ],
  ],
  [
    'DATABASE_URL',
    ['mine.db', 'sqlite:', 'sqlite://data', 'postgres://me:sec/ret@host/db', 'firestore://p'],
  ],
  ['DATABASE_LISTEN_URL', ['sqlite:x', 'postgres://u:p@', 'postgres://me:secret@host/db']],
  ['OWNER_NAME', [' ', '\u200b', 'two\nlines', 'x'.repeat(301), '\u0000']],
  ['SITE_TITLE', ['\t', '\u200b', 'From\tme', 'x'.repeat(301)]],
  ['LETTER_LANGUAGE', ['Spanish', 'español', 'es, en', 'xx', 'my-Qaag']],
  ['MAIN_PASSWORD', ['x'.repeat(1025), '\ud800', 'one\ntwo', '\n']],
  ['ALTERNATIVE_PASSWORD', ['x'.repeat(1025)]],
  [
    'ENVELOPE_IMAGE_URL',
    [
      'envelope.png',
      'data:image/png;base64,AA',
      'javascript:alert(1)',
      "https://a'b/x.png",
      'https://me:secret@images.example.org/x.png',
      'https://:secret@images.example.org/x.png',
    ],
  ],
  ['ACCENT_COLOR', ['red', '#fff', '1f555', '#1f5551ff', 'rgb(0,0,0)', 'url(x)']],
  ['SEAL_LETTER', [' ', 'AB', '\u0301', '\u200d', '\u0007']],
  ['TRUST_PROXY', ['on', '11', '-1', '1.5']],
  ['REQUEST_LOG', ['yes', '1', 'ON', '/var/log/letters']],
])(
  'refuses an invalid %s, names it and what is accepted, and never shows its value',
  (name, values) => {
    for (const value of values) {
      const read = () => configOf({ [name]: value });
      expect(read, value).toThrow(OwnerFacingError);
      expect(read, value).toThrow(
        new RegExp(
          `^${name} must be (?!undefined).+ Correct it in \\.env, or wherever it is set\\.$`,
        ),
      );
      if (value.length > 7) expect(read).not.toThrow(value);
    }
  },
);

test('is explained in the README, variable by variable', () => {
  // Every variable of ours refuses half a character; those that only libraries read are not looked at.
  const ours = KNOWN_VARIABLES.filter((name) => !checkConfig({ [name]: '\ud800' }).ok);
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)];
  const explained = named.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
  expect(explained.toSorted()).toEqual(ours.toSorted());
});

test('accepts each value up to its limit', () => {
  const most = { PORT: '65535', MAIN_PASSWORD: 'x'.repeat(1024), TRUST_PROXY: '10' };
  expect(configOf(most)).toMatchObject({
    port: 65_535,
    mainPassword: most.MAIN_PASSWORD,
    trustedProxies: 10,
  });
});

test('names every invalid variable at once', () => {
  expect(() => configOf({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(
    /^PORT .+ TRUST_PROXY .+ Correct them in \.env, or wherever they are set\.$/,
  );
});

test.each(['A', 'ß', 'Ж', 'ש', 'ع', 'क्षि', '文', 'ก็', '&', '7', '☕️', '👩‍🚀'])(
  'accepts %s as the letter of a seal',
  (letter) => expect(configOf({ SEAL_LETTER: letter }).sealLetter).toBe(letter),
);

test('accepts a colour with and without #', () => {
  expect(configOf({ ACCENT_COLOR: '1f5551' }).accentColor).toBe('#1f5551');
});
