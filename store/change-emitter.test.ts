import { expect, test, vi } from 'vitest';
import type { VisibleChange } from '#core/store.ts';
import { createChangeEmitter } from './change-emitter.ts';

const changes: VisibleChange[] = [1, 2].map((seq) => ({ kind: 'resync', seq }));

test('a listener that leaves during a change is told nothing more, and one that joins nothing yet', () => {
  const emitter = createChangeEmitter();
  const heard: string[] = [];
  emitter.subscribe(({ seq }) => {
    heard.push(`first ${seq}`);
    unsubscribe();
    emitter.subscribe((change) => heard.push(`late ${change.seq}`));
  });
  const unsubscribe = emitter.subscribe(({ seq }) => heard.push(`gone ${seq}`));
  emitter.emit(changes);
  expect(heard).toEqual(['first 1', 'first 2']);
});

test('an error of a listener is not lost, though neither the others nor the write are disturbed by it', () => {
  const later: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (work: () => void) => later.push(work));
  const emitter = createChangeEmitter();
  const heard: number[] = [];
  emitter.subscribe(() => {
    throw new Error('broken');
  });
  emitter.subscribe(({ seq }) => heard.push(seq));
  emitter.emit(changes);
  expect(heard).toEqual([1, 2]);
  expect(later).toHaveLength(2);
  expect(later[0]).toThrow('broken');
});
