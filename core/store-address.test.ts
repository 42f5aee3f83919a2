import { expect, test } from 'vitest';
import { nameOfStore, readStoreAddress } from './store-address.ts';

test.each([
  ['sqlite:data/letters.db', { engine: 'sqlite', path: 'data/letters.db' }],
  ['sqlite:/var/letters.db', { engine: 'sqlite', path: '/var/letters.db' }],
  ['firestore://my-letters-1', { engine: 'firestore', projectId: 'my-letters-1' }],
])('%s is a valid address', (text, address) => {
  expect(readStoreAddress(text)).toEqual(address);
});

test.each([
  ['postgres://db.example.org', 'the PostgreSQL database on db.example.org'],
  [
    'postgresql://ines:s%2Fcret@db.example.org:5433/let%20ters?sslmode=require',
    'the PostgreSQL database let ters on db.example.org:5433',
  ],
  [
    'postgres:///letters?host=/run/postgresql',
    'the PostgreSQL database letters on /run/postgresql',
  ],
  [
    'postgres://ines:secret@/letters?host=/run/postgresql',
    'the PostgreSQL database letters on /run/postgresql',
  ],
  [
    'postgres://db.example.org?user=me@other&password=p',
    'the PostgreSQL database on db.example.org',
  ],
  ['postgres://u:p@[::1]:1/x', 'the PostgreSQL database x on [::1]:1'],
])('%s is valid, and its displayed name contains no secret', (url, name) => {
  const address = readStoreAddress(url);
  expect(address).toEqual({ engine: 'postgres', url, listenUrl: null });
  expect(address && nameOfStore(address)).toBe(name);
});

test.each([
  '',
  'mine.db',
  'sqlite:',
  'sqlite://data',
  'sqlite:~/letters.db',
  'sqlite::memory:',
  'sqlite:a\0b',
  'mysql://host/db',
  'postgres:',
  'postgres://',
  'postgres:///letters',
  'postgres://me@/letters',
  'postgres://me:sec@/ret@host/db?host=/run',
  'postgres://me:sec/ret@host/db',
  'postgres://me:12/secret@host/db',
  'postgres://me:/secret@host/db',
  'postgres://me:12#secret@host/db',
  'postgres://me:12?secret@host/db',
  'postgres://me:?secret@host',
  'postgres://me:sec%ret@host/db',
  'postgres://host:port/db',
  ' postgres://db.example.org/letters',
  'firestore://',
  'firestore://p',
  'firestore://My-Project',
  'firestore://my-letters/sub',
])('%j is not a valid address', (text) => {
  expect(readStoreAddress(text)).toBeNull();
});
