import { expect, test } from 'vitest';
import { KNOWN_VARIABLES } from '../config.ts';
import { closestName } from './closest-name.ts';

test.each([
  ['OWNER_NAMES', 'OWNER_NAME'],
  ['SITE_TITEL', 'SITE_TITLE'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
  ['site_url', 'SITE_URL'],
  ['SITEURL', 'SITE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PG_PASSWORD', 'PGPASSWORD'],
  ['GOOGLE_APPLICATION_CREDENTIAL', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  // Close to https_proxy, too.
  ['http_proxi', 'http_proxy'],
  ['COLOUR', null],
  ['SMTP_HOST', null],
  ['X', null],
])('for %s suggests %s', (name, meant) => {
  expect(closestName(name, KNOWN_VARIABLES)).toBe(meant);
});

test('for a known name suggests that name', () => {
  for (const name of ['PORT', 'OWNER_NAME', 'PGHOST'])
    expect(closestName(name, KNOWN_VARIABLES)).toBe(name);
});
