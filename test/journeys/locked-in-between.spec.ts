import { expect, test } from './journey.ts';
import { accessDialog, draftStatus, endSession, enterPortalAndRest, field } from './portal.ts';

/** The portal has asked whether the session has ended. */
const NO_SESSION = /401.*\/api\/portal\/live/;

test('Escape closes a portal that was locked while an input method was at work', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(NO_SESSION);
  await page.goto('/');
  await enterPortalAndRest(page);
  await field(page, 'title').focus();
  const devtools = await page.context().newCDPSession(page);
  const proposal = { text: 'か', selectionStart: 1, selectionEnd: 1 };
  await devtools.send('Input.imeSetComposition', proposal);
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await expect(field(page, 'password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(accessDialog(page)).toBeHidden();
});
