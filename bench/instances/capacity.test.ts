import { expect, onTestFinished, test, vi } from 'vitest';
import { benchCapacity, simulate, USUAL } from './capacity.ts';

test('readers who arrive evenly are all there at once for as long as they stay', () => {
  const need = simulate({ ...USUAL, readers: 36_000, stay: 5, drawn: 0 });
  expect(need.streams).toBe((36_000 / 60) * 5);
  expect(need.events).toBe(need.streams * USUAL.changes);
});

test('a letter causes a rush of readers, and the simulation loses none of them', () => {
  const even = simulate({ ...USUAL, readers: 36_000, drawn: 0 });
  const rush = simulate({ ...USUAL, readers: 36_000, drawn: 1 });
  expect(rush.streams).toBeGreaterThan(even.streams * 2);
  expect(rush.requests).toBeGreaterThan(even.requests * 2);
  expect(rush.gigabytes).toBeCloseTo(even.gigabytes, 2);
});

test('more load needs more instances; a CDN takes over requests but no streams', () => {
  const [small, large] = [1000, 1_000_000].map((readers) => simulate({ ...USUAL, readers }));
  const cached = simulate({ ...USUAL, readers: 1_000_000, cdn: 0.95 });
  expect(small?.instances).toBe(1);
  expect(large?.instances).toBeGreaterThan(10);
  expect(cached.streams).toBe(large?.streams);
  expect(cached.requests).toBeLessThan((large?.requests ?? 0) / 4);
  expect(cached.instances).toBeLessThanOrEqual(large?.instances ?? 0);
});

test('an hour without a letter has no events and no rush', () => {
  const need = simulate({ ...USUAL, changes: 0 });
  expect(need.events).toBe(0);
  expect(need.renders).toBe(0);
  expect(need.requests).toBeGreaterThan(0);
});

test.each([
  ['--help', /^Unknown option '--help'/],
  ['--readers=many', /^--readers takes a number\./],
])('%s is answered with the options', (word, fault) => {
  const words = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    process.exitCode = undefined;
  });
  benchCapacity([word]);
  expect(words.mock.calls.join('')).toMatch(fault);
  expect(words.mock.calls.join('')).toMatch(/\nThe options, .+: --readers 1000 .+ --cdn 0$/);
  expect(process.exitCode).toBe(2);
});
