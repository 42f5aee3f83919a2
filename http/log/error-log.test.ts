import { format } from 'node:util';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { jsonLog, proseLog } from './error-log.ts';

const PLACE = 'data/letters.db';
const away = () => new StoreUnavailable(new Error('x'), { reason: 'nothing answers' });

function json() {
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line), { place: PLACE, now: () => 0 });
  return { log, lines, said: () => lines.map((line) => JSON.parse(line)) };
}

test('an error is one line of JSON, with the stacks of all its causes in one string', () => {
  const { log, lines, said } = json();
  log('It failed.', new Error('outer', { cause: new TypeError('inner') }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('\n');
  expect(said()).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'error',
      message: 'It failed.',
      cause: expect.stringMatching(/^Error: outer\n +at .*\ncaused by TypeError: inner\n +at /s),
    },
  ]);
});

test('an error without a cause has no field for it', () => {
  const { log, said } = json();
  log('It is back.');
  expect(Object.keys(said()[0])).toEqual(['time', 'level', 'message']);
});

test('a cause that is no error is written as it is', () => {
  const { log, said } = json();
  log('It failed.', new Error('outer', { cause: 'out of luck' }));
  expect(said()[0].cause).toMatch(/\ncaused by out of luck$/);
});

test('properties that a driver adds to its errors are not written', () => {
  const { log, lines } = json();
  const prose: string[] = [];
  const fault = Object.assign(new Error('unique'), { detail: 'Key (id)=(S3cret)' });
  log('It failed.', fault);
  // As the console writes them.
  const write = (...words: unknown[]) => prose.push(format(...words));
  proseLog(write, PLACE)('It failed.', fault);
  expect([...lines, ...prose].join()).not.toContain('S3cret');
  expect(prose.join()).toMatch(/^It failed\.\nError: unique\n +at /);
});

test('an unavailable store has its place and reason in the message', () => {
  const { log, said } = json();
  const prose: unknown[][] = [];
  log('The letters could not be reached.', away());
  proseLog((...words) => prose.push(words), PLACE)('The letters could not be reached.', away());
  const words = 'The letters could not be reached. (data/letters.db: nothing answers)';
  expect(said()).toMatchObject([{ message: words }]);
  expect(prose).toEqual([[words]]);
});
