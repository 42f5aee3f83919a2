import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keptLetter } from '#test/machine/owner-machine.ts';
import { LOCAL, patient, USABLE, wrongIn } from '#test/machine/patient.ts';

describe('an intact site', () => {
  test('has no findings, and is not changed', async () => {
    const hidden = { id: 'toot5Lg8eGxkdben2LjE', hidden: true, date: '2026-11-20' };
    const letters = [keptLetter(1), keptLetter(2, hidden)];
    const { doctor, database, folder } = await patient({ letters });
    const before = readFileSync(database);
    const { mtimeMs } = statSync(database);
    const { status, verdict, findings } = doctor();
    expect({ status, verdict }).toEqual({ status: 0, verdict: 'Nothing is wrong.' });
    expect(findings).toEqual([
      USABLE,
      LOCAL,
      `ok    The letters are in ${database}, which can be reached.`,
      expect.stringMatching(/^ok {4}[\d,]+ [MG]B are free on its disk, and it takes \d\d kB\.$/),
      'ok    Nothing in it is damaged.',
      'ok    The passwords are there, as hashes.',
      'ok    All letters can be read: 2 letters, 1 of them hidden.',
    ]);
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(statSync(database).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(join(folder, 'data'))).toEqual(['letters.db']);
  });

  test('behind a web server has no findings either', async () => {
    const environment = {
      HOST: '0.0.0.0',
      SITE_URL: 'https://letters.example.org',
      TRUST_PROXY: '1',
    };
    const { doctor } = await patient({ environment });
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings[0]).toBe(USABLE);
    expect(findings).not.toContain(LOCAL);
  });
});

describe('a configuration', () => {
  test('has each fault reported without its value', async () => {
    const environment = { PORT: 'Secret', SITE_URL: 'Secret', MAIN_PASSWORD: 'Secret' };
    const { doctor } = await patient({ environment });
    const { status, verdict, findings } = doctor();
    expect({ status, verdict }).toEqual({ status: 1, verdict: '2 things are wrong.' });
    expect(findings).toEqual([
      'WRONG PORT must be a port number from 0 to 65535, like 3000.',
      'WRONG SITE_URL must be an http:// or https:// address without a path, like https://letters.example.org.',
      'note  The letters were not looked at: put the configuration right first.',
    ]);
  });

  test('does not show an invalid database address', async () => {
    const { doctor } = await patient({ environment: { DATABASE_URL: 'mysql://me:Secret@host' } });
    expect(wrongIn(doctor().findings)).toEqual([
      expect.stringMatching(/^WRONG DATABASE_URL must be sqlite:PATH, /),
    ]);
  });

  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST lets readers come from elsewhere, but SITE_URL is on localhost'],
    [
      { HOST: '0.0.0.0', SITE_URL: 'https://127.0.0.1' },
      'HOST lets readers come from elsewhere, but SITE_URL is on localhost',
    ],
    [
      { SITE_URL: 'http://letters.example.org', TRUST_PROXY: '1' },
      'SITE_URL begins with http://, so passwords travel in the open.',
    ],
    [
      { SITE_URL: 'https://letters.example.org' },
      'SITE_URL begins with https://, so there is a web server in front, but TRUST_PROXY is off',
    ],
  ])('%j is reported', async (environment: Record<string, string>, words) => {
    const { doctor } = await patient({ environment });
    const { status, verdict, findings } = doctor();
    expect({ status, verdict }).toEqual({ status: 1, verdict: 'One thing is wrong.' });
    expect(wrongIn(findings)).toEqual([expect.stringContaining(`WRONG ${words}`)]);
    expect(findings).not.toContain(USABLE);
  });

  test.each([
    ['192.168.1.20', 0],
    ['172.31.0.2', 0],
    ['172.32.0.2', 1],
    ['10.example.org', 1],
  ])('may have a site at http://%s without a certificate at home only', async (host, status) => {
    const environment = { HOST: '0.0.0.0', SITE_URL: `http://${host}:3000` };
    const told = (await patient({ environment })).doctor();
    expect(told.status).toBe(status);
    const mark = status === 0 ? 'note ' : 'WRONG';
    const words = `${mark} SITE_URL begins with http://, so passwords travel in the open`;
    expect(told.findings).toContainEqual(expect.stringContaining(words));
  });

  test.each([
    'MAIN_PASSWORD=Secret',
    "ALTERNATIVE_PASSWORD='Secret'",
    'PGPASSWORD=Secret',
    'DATABASE_LISTEN_URL=postgres://me:Secret@host/letters',
    'DATABASE_LISTEN_URL=postgres://host/letters?user=me&password=Secret',
  ])('in a world-readable file is reported if it contains %j', async (line) => {
    const { doctor, folder } = await patient();
    const file = join(folder, '.env');
    writeFileSync(file, `SITE_TITLE=Mine\n${line}\n`);
    chmodSync(file, 0o644);
    expect(wrongIn(doctor().findings)).toContain(
      'WRONG Everyone on this machine can read .env. A password is in it: run `chmod 600 ".env"`. Where that changes nothing, as on most USB sticks, keep the disk to yourself.',
    );
    chmodSync(file, 0o600);
    expect(wrongIn(doctor().findings).join()).not.toContain('.env');
  });

  test('in a world-readable file is fine without a password', async () => {
    const { doctor, folder } = await patient();
    const address = 'DATABASE_URL=sqlite:data/letters.db';
    const lines = ['OWNER_NAME=Ines', 'PGUSER=me', 'MAIN_PASSWORD=', address];
    writeFileSync(join(folder, '.env'), lines.join('\n'));
    chmodSync(join(folder, '.env'), 0o644);
    expect(doctor().findings.slice(0, 2)).toEqual([USABLE, LOCAL]);
    expect(doctor().findings.join()).not.toContain('.env');
  });

  test('in a file has unknown names reported, with a suggestion', async () => {
    const { doctor, folder } = await patient();
    const lines = ['OWNER_NAMES=Secret', 'SITE_TITEL=Secret', 'COLOUR=Secret', 'NODE_OPTIONS=x'];
    const known = ['GOOGLE_APPLICATION_CREDENTIALS=x', 'PGSSLMODE=require', 'TZ=UTC'];
    writeFileSync(join(folder, '.env'), [...lines, ...known].join('\n'));
    const { status, findings } = doctor();
    expect(status).toBe(1);
    expect(findings.filter((line) => line.includes('.env'))).toEqual([
      'note  Nothing reads COLOUR in .env.',
      'note  Nothing reads NODE_OPTIONS in .env. Node looks for it only in the environment.',
      'WRONG Nothing reads OWNER_NAMES in .env. OWNER_NAME was probably meant.',
      'WRONG Nothing reads SITE_TITEL in .env. SITE_TITLE was probably meant.',
    ]);
  });

  test('in a file has names reported that occur more than once', async () => {
    const { doctor, folder } = await patient();
    const lines = ['TZ=UTC', 'SITE_TITLE=Secret', 'COLOUR=x', 'COLOUR=y', '', 'SITE_TITLE=Mine'];
    writeFileSync(join(folder, '.env'), [...lines, 'TZ=UTC', 'export TZ=UTC'].join('\n'));
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG Lines 2 and 6 of .env say what SITE_TITLE is, and only the last is read: keep one.',
      'WRONG Lines 1, 7 and 8 of .env say what TZ is, and only the last is read: keep one.',
    ]);
  });

  test('in a file has each line reported that is ignored or misread, but no value', async () => {
    const { doctor, folder } = await patient();
    const lines = [
      '# Secret',
      '',
      'OWNER_NAME: Secret',
      'OWNER_NAME Secret',
      'MAIN_PASSWORD: Secret=',
      'Secret words',
      'SITE_TITLE="Secret',
      "OWNER_NAME='It's Secret' # mine",
      'SITE_TITLE=\u201cSecret\u201d',
      'SITE_TITLE="Mine" # Secret',
      'ALTERNATIVE_PASSWORD=\u201cSecret\u201d',
    ];
    writeFileSync(join(folder, '.env'), lines.join('\n'), { mode: 0o600 });
    const { status, findings } = doctor();
    expect(status).toBe(1);
    const equals = (name: string) => `after ${name} there must be an equals sign, like ${name}=…`;
    expect(findings.filter((line) => line.includes('.env'))).toEqual([
      `WRONG Line 3 of .env is not read: ${equals('OWNER_NAME')}`,
      `WRONG Line 4 of .env is not read: ${equals('OWNER_NAME')}`,
      `WRONG Line 5 of .env is not read: ${equals('MAIN_PASSWORD')}`,
      'WRONG Line 6 of .env is not read: it must be a name, an equals sign and a value, like OWNER_NAME=Ines Aldana. A comment begins with #.',
      'WRONG Line 7 of .env: the quotation mark that begins the value of SITE_TITLE is not closed there.',
      'WRONG Line 8 of .env: what follows the second quotation mark in OWNER_NAME is not read. Put the whole value between quotation marks of a kind that it does not contain: ", \' or `.',
      'note  Line 9 of .env: curly quotation marks are part of the value of SITE_TITLE; straight ones are not.',
      'WRONG Line 11 of .env: curly quotation marks are part of the value of ALTERNATIVE_PASSWORD; straight ones are not.',
      'WRONG Lines 7, 9 and 10 of .env say what SITE_TITLE is, and only the last is read: keep one.',
    ]);
  });

  test('in a file is reported if a value would be cut off', async () => {
    const { doctor, folder } = await patient();
    writeFileSync(join(folder, '.env'), 'MAIN_PASSWORD=Secret#Secret\nSEAL_LETTER=#', {
      mode: 0o600,
    });
    expect(wrongIn(doctor().findings)).toEqual([
      expect.stringMatching(/^WRONG Line 1 of \.env: what follows # in MAIN_PASSWORD is a comment/),
      expect.stringMatching(/^WRONG Line 2 of \.env: what follows # in SEAL_LETTER is a comment/),
    ]);
  });

  test('in a file with a wrong name is reported, unless there is one with the right name', async () => {
    const { doctor, folder } = await patient();
    for (const name of ['env', 'env.rtf', '.env.txt']) {
      writeFileSync(join(folder, name), 'OWNER_NAME=Ines');
      expect(wrongIn(doctor().findings)).toEqual([
        `WRONG Nothing reads the file ${name}: its name must be .env, and nothing else.`,
      ]);
      rmSync(join(folder, name));
    }
    mkdirSync(join(folder, 'env'));
    expect(wrongIn(doctor().findings)).toEqual([]);
    writeFileSync(join(folder, '.env.txt'), 'OWNER_NAME=Ines');
    writeFileSync(join(folder, '.env'), 'OWNER_NAME=Ines');
    expect(wrongIn(doctor().findings)).toEqual([]);
  });

  test('in a file is read from its first variable, whatever an editor put before it', async () => {
    const { doctor, folder } = await patient();
    writeFileSync(join(folder, '.env'), '\ufeffPORT=none\n');
    expect(wrongIn(doctor().findings)).toEqual([expect.stringMatching(/^WRONG PORT must be /)]);
  });

  test('is reported if it is a folder, and nothing else is checked', async () => {
    const { doctor, folder } = await patient();
    mkdirSync(join(folder, '.env'));
    expect(doctor().findings).toEqual([
      'WRONG The file .env cannot be read: it is a folder.',
      'note  The letters were not looked at: put the configuration right first.',
    ]);
  });
});
