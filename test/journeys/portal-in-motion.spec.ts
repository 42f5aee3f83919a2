import { expect, test } from './journey.ts';
import { discard, enterPortal, field, restoreDialog } from './portal.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('after the last draft was discarded, the focus goes to the form and not behind the portal', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Not needed', content: 'The only copy.' });
  await page.goto('/');
  await enterPortal(page);
  await discard(page);
  await expect(restoreDialog(page)).toBeHidden();
  await expect(field(page, 'title')).toBeFocused();
});
