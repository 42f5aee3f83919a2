import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { readConfig } from './config.ts';

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

test('reads a line with no-break spaces like one with others, and keeps them in a value', () => {
  const space = '\u00a0';
  standIn(
    `PORT${space}=${space}81${space}`,
    `export${space}OWNER_NAME=Ines${space}# me`,
    `SITE_TITLE="Lettres${space}!"${space}`,
  );
  expect(readConfig()).toMatchObject({
    port: 81,
    ownerName: 'Ines',
    siteTitle: `Lettres${space}!`,
  });
});

test('reads a line without the spaces of no width at its ends and behind its equals sign', () => {
  standIn('\u200bPORT=81\u2060', 'OWNER_NAME=\u200bInes\u200b');
  expect(readConfig()).toMatchObject({ port: 81, ownerName: 'Ines' });
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
  'MAIN_PASSWORD=Secret# house',
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
  expect(readConfig).toThrow(`Line 2 of .env: what follows # in ${name} is a comment`);
  expect(readConfig).not.toThrow(/Secret|house|1f5551/);
});

test.each([
  String.raw`MAIN_PASSWORD="Secret#\new house"`,
  String.raw` export GOOGLE_APPLICATION_CREDENTIALS = "C:\Secret\new\house.json" # mine`,
])('refuses a value in which Node reads a line break, and does not show it: %s', (line) => {
  standIn('OWNER_NAME=Ines', line);
  const [name] = /[A-Z_]{4,}/.exec(line) ?? [];
  expect(readConfig).toThrow(OwnerFacingError);
  expect(readConfig).toThrow(
    String.raw`Line 2 of .env: \n in ${name} would be read as a line break`,
  );
  expect(readConfig).not.toThrow(/Secret|house/);
});

test.each([
  String.raw`MAIN_PASSWORD='Secret#\new house'`,
  'MAIN_PASSWORD=`Secret#\\new house`',
  'MAIN_PASSWORD=Secret\\new house',
])('reads a backslash as it is where Node does: %s', (line) => {
  standIn(line, String.raw`NOBODY_READS="a\nb"`);
  expect(readConfig().mainPassword).toMatch(/^Secret#?\\new house$/);
});

test.each(['PORT=none', 'MAIN_PASSWORD=Secret#house'])(
  'says of a refused value also which lines are misread: %s',
  (line) => {
    standIn('SITE_TITEL=Secret', line, 'COLOUR=Secret');
    expect(readConfig).toThrow(
      /^(?:PORT must be|Line 2 of).+\nNothing reads SITE_TITEL in \.env\. SITE_TITLE was probably meant\.$/,
    );
  },
);

test('ignores comments', () => {
  standIn(
    '# MAIN_PASSWORD=a#b',
    'PORT=81 # the usual, see issue#7',
    'SITE_TITLE=Mine #yours',
    'SEAL_LETTER= # none',
    'MAIN_PASSWORD="blue#house#7"# mine',
    "OWNER_NAME='#Ines' # me",
    'NOBODY_READS=a#b',
  );
  expect(readConfig()).toMatchObject({
    port: 81,
    siteTitle: 'Mine',
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
  expect(readConfig).toThrow('The file .env cannot be read, because it is not UTF-8 text.');
});

test('as formatted text is refused, as TextEdit writes it on a Mac', () => {
  standIn(
    String.raw`{\rtf1\ansi\ansicpg1252`,
    String.raw`\f0 OWNER_NAME=Ines\ `,
    'SITE_TITLE=Mine}',
  );
  expect(readConfig).toThrow('The file .env cannot be read, because it is formatted text (RTF).');
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
