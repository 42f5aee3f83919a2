import { expect, test } from 'vitest';
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
