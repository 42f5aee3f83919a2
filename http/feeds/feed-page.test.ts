import { expect, test } from 'vitest';
import { createTestSite } from '#test/create-test-site.ts';

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
