import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  test('has a default for everything on a new machine', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: null,
      store: { engine: 'sqlite', path: 'data/letters.db' },
      ownerName: 'The Owner',
      siteTitle: 'Letters',
      mainPassword: null,
      alternativePassword: null,
      envelopeImageUrl: null,
      accentColor: null,
      sealLetter: null,
      trustedProxies: 0,
      requestLog: null,
    });
  });

  test('is read from the environment', () => {
    const environment = {
      PORT: '0',
      HOST: '::',
      SITE_URL: 'https://Letters.example.org/',
      DATABASE_URL: 'sqlite:/var/letters.db',
      OWNER_NAME: ' Zoe\u0308 ',
      SITE_TITLE: 'From me',
      MAIN_PASSWORD: ' one ',
      ALTERNATIVE_PASSWORD: 'two',
      ENVELOPE_IMAGE_URL: 'https://images.example.org/envelope.png?v=1',
      ACCENT_COLOR: '#1F5551',
      SEAL_LETTER: ' e\u0301 ',
      TRUST_PROXY: '2',
      REQUEST_LOG: 'off',
      UNKNOWN: 'ignored',
    };
    expect(readConfig(environment)).toEqual({
      port: 0,
      host: '::',
      siteUrl: 'https://letters.example.org',
      store: { engine: 'sqlite', path: '/var/letters.db' },
      ownerName: 'Zo\u00eb',
      siteTitle: 'From me',
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
    expect(readConfig({ PORT: '', SITE_URL: '', MAIN_PASSWORD: '' })).toEqual(readConfig({}));
    expect(readConfig({ TRUST_PROXY: 'off' }).trustedProxies).toBe(0);
    expect(readConfig({ REQUEST_LOG: '' }).requestLog).toBeNull();
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
    ['OWNER_NAME', [' ', 'two\nlines', 'x'.repeat(301), '\u0000']],
    ['SITE_TITLE', ['\t', 'From\tme', 'x'.repeat(301)]],
    ['MAIN_PASSWORD', ['x'.repeat(1025), '\ud800']],
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
        const read = () => readConfig({ [name]: value });
        expect(read, value).toThrow(OwnerFacingError);
        expect(read, value).toThrow(
          new RegExp(`^${name} must be (?!undefined).+ Put this right in .+\\.$`),
        );
        if (value.length > 7) expect(read).not.toThrow(value);
      }
    },
  );

  test('accepts each value up to its limit', () => {
    const most = { PORT: '65535', MAIN_PASSWORD: 'x'.repeat(1024), TRUST_PROXY: '10' };
    expect(readConfig(most)).toMatchObject({
      port: 65_535,
      mainPassword: most.MAIN_PASSWORD,
      trustedProxies: 10,
    });
  });

  test('names every invalid variable at once', () => {
    expect(() => readConfig({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(
      /^PORT .+ TRUST_PROXY .+ Put these right in /,
    );
  });
});

test.each(['A', 'ß', 'Ж', 'ש', 'ع', 'क्षि', '文', 'ก็', '&', '7', '☕️', '👩‍🚀'])(
  'accepts %s as the letter of a seal',
  (letter) => expect(readConfig({ SEAL_LETTER: letter }).sealLetter).toBe(letter),
);

test('accepts a colour with and without #', () => {
  expect(readConfig({ ACCENT_COLOR: '1f5551' }).accentColor).toBe('#1f5551');
});

describe('the file .env', () => {
  /** Runs the rest of a test in a folder with this file, in an environment of its own. */
  function standIn(...lines: string[]): void {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.env'), lines.join('\n'));
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => {
      process.chdir(before);
      vi.unstubAllEnvs();
    });
    for (const name of ['PORT', 'MAIN_PASSWORD', 'GOOGLE_APPLICATION_CREDENTIALS', 'PGSSLMODE']) {
      vi.stubEnv(name, undefined);
    }
  }

  test('adds what the environment does not set', () => {
    standIn('\ufeffPORT=81', 'SITE_TITLE=Mine', 'OWNER_NAME=Ines');
    vi.stubEnv('OWNER_NAME', 'Zoe');
    vi.stubEnv('SITE_TITLE', '');
    expect(readConfig()).toMatchObject({ port: 81, siteTitle: 'Letters', ownerName: 'Zoe' });
  });

  test('accepts a colour although # begins a comment', () => {
    standIn('PORT=81', ' ACCENT_COLOR = #1F5551 ', 'SEAL_LETTER=R # mine');
    expect(readConfig()).toMatchObject({ port: 81, accentColor: '#1f5551', sealLetter: 'R' });
  });

  test.each(['#1F5551 # mine', '#1f5551 my green', '#1f5551\t#mine', '"#1f5551"', '1f5551 # mine'])(
    'accepts a colour with a comment behind it: %s',
    (value) => {
      standIn('ACCENT_COLOR=', '#add one later', `export ACCENT_COLOR=${value}`, 'PORT=81');
      expect(readConfig()).toMatchObject({ port: 81, accentColor: '#1f5551' });
    },
  );

  test.each([
    'MAIN_PASSWORD=Secret#house#7 # mine',
    'MAIN_PASSWORD=#Secret',
    'MAIN_PASSWORD = #Secret',
    'MAIN_PASSWORD=# Secret',
    'export MAIN_PASSWORD=Secret#',
    'MAIN_PASSWORD="Secret#house',
    'SEAL_LETTER=#',
    'SEAL_LETTER= #',
    'ACCENT_COLOR=#1f5551#mine',
    'PGPASSWORD=Secret#house',
  ])('refuses a value of which only a part would be read, and does not show it: %s', (line) => {
    standIn('OWNER_NAME=Ines', line, 'PORT=81');
    const [name] = /[A-Z_]{4,}/.exec(line) ?? [];
    expect(readConfig).toThrow(OwnerFacingError);
    expect(readConfig).toThrow(`Line 2 of .env: what follows # in ${name} is a remark`);
    expect(readConfig).not.toThrow(/Secret|house|1f5551/);
  });

  test('ignores comments', () => {
    standIn(
      '# MAIN_PASSWORD=a#b',
      'PORT=81 # the usual, see issue#7',
      'SEAL_LETTER= # none',
      'MAIN_PASSWORD="blue#house#7"# mine',
      "OWNER_NAME='#Ines' # me",
      'NOBODY_READS=a#b',
    );
    expect(readConfig()).toMatchObject({
      port: 81,
      sealLetter: null,
      mainPassword: 'blue#house#7',
      ownerName: '#Ines',
    });
  });

  test('treats a value of spaces as empty', () => {
    standIn('SITE_TITLE=  ', 'OWNER_NAME=Ines\r', 'PORT=81\r');
    expect(readConfig()).toMatchObject({ siteTitle: 'Letters', ownerName: 'Ines', port: 81 });
  });

  test.each([
    ['utf16le', 'In\u00e9s'],
    // Each of its bytes could occur in UTF-8.
    ['utf16le', 'Ines'],
    ['latin1', 'In\u00e9s'],
  ] as const)('in %s instead of UTF-8 is refused: %s', (encoding, name) => {
    standIn('');
    writeFileSync('.env', Buffer.from(`OWNER_NAME=${name}`, encoding));
    expect(readConfig).toThrow('The file .env cannot be read, for it is not text in UTF-8.');
  });

  test('passes on only what libraries look for in the environment', () => {
    standIn(
      'GOOGLE_APPLICATION_CREDENTIALS=key.json',
      'PGSSLMODE=require',
      'PGUSER=file',
      'MAIN_PASSWORD=Secret',
    );
    vi.stubEnv('PGUSER', 'environment');
    expect(readConfig().mainPassword).toBe('Secret');
    expect(process.env).toMatchObject({
      GOOGLE_APPLICATION_CREDENTIALS: 'key.json',
      PGSSLMODE: 'require',
      PGUSER: 'environment',
    });
    expect(process.env.MAIN_PASSWORD).toBeUndefined();
  });
});
