import { expect, test } from 'vitest';
import { positionOf } from '#core/position.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { imported } from '../../store/contract/engine.ts';
import { instant, publishedAt } from './feed-page.ts';

test.each(['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland'])(
  'a feed reader in %s shows the day that is on the envelope',
  async (timeZone) => {
    const site = await createTestSite();
    await site.send({ date: '2026-01-01' });
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
    const feeds = await Promise.all(
      ['/feed.xml', '/feed.json'].map(async (path) => (await site.fetch(path)).text()),
    );
    const instants = feeds.join().match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    const days = instants.map((instant) => day.format(new Date(instant)));
    // In Atom the feed's update, and the letter's publication and update; in JSON its publication.
    expect(days).toEqual(Array(4).fill('January 1, 2026'));
  },
);

test.each([
  { sent: '2026-01-01T07:30:15.250Z', published: '2026-01-01T07:30:15.250Z' },
  // It was the first of January already where its owner is.
  { sent: '2025-12-31T20:00:00.000Z', published: '2026-01-01T00:00:00.000Z' },
  { sent: '2026-01-01T20:00:00.000Z', published: '2026-01-01T10:00:00.000Z' },
  { sent: '2026-05-05T05:05:05.050Z', published: '2026-01-01T10:00:00.000Z' },
])('a letter of January 1 that was sent at $sent is not of a later hour', ({ sent, published }) => {
  const createdAt = Date.parse('2026-01-01');
  const position = positionOf(createdAt, Date.parse(sent) * 1000);
  const letter = { ...imported({ id: 'a', date: '2026-01-01', createdAt }), position, version: 1 };
  expect(instant(publishedAt(letter) ?? 0)).toBe(published);
});
