import { expect, test } from 'vitest';
import type { VisibleChange } from '#core/store.ts';
import { createAudience } from './audience.ts';

const changes: VisibleChange[] = [1, 2].map((seq) => ({ kind: 'resync', seq }));

test('whoever leaves while others are told hears nothing more, and whoever comes nothing yet', () => {
  const audience = createAudience();
  const heard: string[] = [];
  audience.join(({ seq }) => {
    heard.push(`first ${seq}`);
    leave();
    audience.join((change) => heard.push(`late ${change.seq}`));
  });
  const leave = audience.join(({ seq }) => heard.push(`gone ${seq}`));
  audience.tell(changes);
  expect(heard).toEqual(['first 1', 'first 2']);
});
