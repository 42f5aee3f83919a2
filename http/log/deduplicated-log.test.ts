import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { deduplicatedLog } from './deduplicated-log.ts';

function listening() {
  let time = 0;
  const said: string[] = [];
  const log = deduplicatedLog(
    (message, cause) =>
      said.push(cause === undefined ? message : `${message} ${(cause as Error).message}`),
    () => time,
  );
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { log, said, wait };
}

test('writes the same message once a minute, with the number of repetitions', () => {
  const { log, said, wait } = listening();
  for (let count = 0; count < 5; count += 1) log('It failed.', new Error('away'));
  wait(59_999);
  log('It failed.', new Error('away'));
  expect(said).toEqual(['It failed. away']);
  wait(1);
  log('It failed.', new Error('away'));
  expect(said.slice(1)).toEqual(['It failed. (and 5 times before this) away']);
});

test('writes different messages at once', () => {
  const { log, said } = listening();
  log('It failed.', new Error('away'));
  log('It failed.', new Error('full'));
  log('Another.', new Error('away'));
  expect(said).toEqual(['It failed. away', 'It failed. full', 'Another. away']);
});

test('writes a message with another cause at once, even if its first words are the same', () => {
  const { log, said } = listening();
  for (const cause of ['no way to the host', 'disk full', 'disk full']) {
    log('It failed.', new StoreUnavailable(new Error(cause)));
  }
  expect(said).toHaveLength(2);
});

test('writes only the first of all that fails because the store is away', () => {
  const { log, said } = listening();
  log('It failed.', new StoreUnavailable(new Error('no way to the host')));
  log('Another.', new StoreUnavailable(new Error('no way to the host')));
  expect(said).toEqual(['It failed. The store could not be reached.']);
});

test('says that it is over after each trouble that was written, however soon', () => {
  const { log, said } = listening();
  for (const cause of ['killed', 'restarted', 'restarted']) {
    log('It was lost.', new Error(cause));
    log('It is back.');
  }
  log('Another is back.');
  log('It is back.');
  expect(said).toEqual([
    'It was lost. killed',
    'It is back.',
    'It was lost. restarted',
    'It is back.',
    'Another is back.',
  ]);
});

test('remembers a limited number of messages', () => {
  const { log, said } = listening();
  for (let count = 0; count < 101; count += 1) log('It failed.', new Error(String(count)));
  log('It failed.', new Error('100'));
  expect(said).toHaveLength(101);
  log('It failed.', new Error('0'));
  expect(said).toHaveLength(102);
});
