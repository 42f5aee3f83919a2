import type { Page, Route } from '@playwright/test';
import { holdAnswer, holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  action,
  adminDialog,
  beginManaging,
  confirm,
  enterPortal,
  field,
  linkDialog,
  listStatus,
  managed,
  openManageTab,
} from '../../portal.ts';

test('letters are found while the owner types, in any script, and the full list comes back afterwards', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Été à Évian', hidden: true });
  const { id } = await site.send({ title: '港の手紙', content: 'Words' });
  for (const title of ['One', 'Two', 'Three']) await site.send({ title });
  await beginManaging(page);
  const search = page.getByRole('searchbox', { name: 'Search letters' });
  const status = listStatus(page);
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await search.fill('evian ');
  await expect(status).toHaveText('1 letter found');
  await expect(found).toHaveText([/Été à Évian.*hidden/]);
  await search.fill('の手');
  await expect(found).toHaveText([/港の手紙/]);
  await page.getByRole('button', { name: 'QR code: 港の手紙' }).click();
  await expect(linkDialog(page).getByRole('textbox')).toHaveValue(`${site.url}/letter/${id}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'QR code: 港の手紙' })).toBeFocused();
  await search.fill('nowhere');
  await expect(status).toHaveText('No letter has “nowhere” in its words.');
  // What is typed ends before the button that clears it.
  const clear = await page.getByRole('button', { name: 'Clear search' }).boundingBox();
  const room = await search.evaluate((field) => getComputedStyle(field).paddingRight);
  expect(Number.parseFloat(room)).toBeGreaterThanOrEqual(clear?.width ?? Number.NaN);
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(status).toHaveText('');

  // After deleting a letter, the focus is on the one that follows it.
  await action(page, 'delete', 'Two').click();
  await confirm(page);
  await expect(action(page, 'delete', 'One')).toBeFocused();
  await expect(managed(page, 'Two')).toHaveCount(0);
});

test('after deleting a letter that was found, the focus is on the found one that follows it', async ({
  page,
  site,
}) => {
  for (const title of ['Rain', 'Other', 'More rain', 'Most rain']) await site.send({ title });
  await beginManaging(page);
  await page.getByRole('searchbox', { name: 'Search letters' }).fill('rain');
  await expect(listStatus(page)).toHaveText('3 letters found');
  await action(page, 'delete', 'More rain').click();
  await confirm(page);
  await expect(listStatus(page)).toHaveText('2 letters found');
  await expect(action(page, 'delete', 'Rain')).toBeFocused();
});

test('letters that could not be searched are not shown as if they were found', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/console: The letters could not be loaded/);
  trouble.allow(/console: Failed to load resource|request: net::ERR_FAILED GET .*q=/);
  await site.send({ title: 'Umbrella' });
  await site.send({ title: 'Sunshade' });
  await beginManaging(page);
  const searched = /\/api\/portal\/letters\?.*q=/;
  const fail = (route: Route) => route.abort();
  await page.route(searched, fail);
  const search = page.getByRole('searchbox', { name: 'Search letters' });
  const rows = adminDialog(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await search.fill('umbrella');
  // All letters are there, so it is the search that loads.
  await expect(listStatus(page)).toHaveText('Loading letters...');
  await expect(rows).toHaveCount(0);
  // Nor are they while other words are searched for. Held before the first words are asked for again.
  const release = await holdRequests(page, searched);
  await page.unroute(searched, fail);
  const asked = page.waitForRequest(/q=umbrel$/);
  await search.fill('umbrel');
  await asked;
  await expect(rows).toHaveCount(0, { timeout: 1 });
  release();
  await expect(rows).toHaveText([/Umbrella/]);
  await page.route(searched, fail);
  await search.fill('sunshade');
  await expect(rows).toHaveCount(0);
  await search.fill('');
  await expect(rows).toHaveCount(2);
});

test('Escape cancels the proposal of an input method and keeps the words that were there', async ({
  page,
}) => {
  await beginManaging(page);
  const devtools = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const search = page.getByRole('searchbox', { name: 'Search letters' });
  await search.fill('港');
  await compose('てがみ');
  await expect(search).toHaveValue('港てがみ');
  await page.keyboard.press('Escape');
  await compose('');
  await expect(search).toHaveValue('港');
  // Safari ends the composition first, and then tells of a key with the code of input methods.
  await compose('てがみ');
  await compose('');
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Escape',
    windowsVirtualKeyCode: 229,
  });
  await expect(search).toHaveValue('港');
  await page.getByRole('tab', { name: 'send letter' }).click();
  await field(page, 'title').focus();
  await compose('みなと');
  await page.keyboard.press('Escape');
  await expect(field(page, 'title')).toBeFocused();
});

test('a long list continues after one of its letters is deleted or another search is made meanwhile', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Harbour lantern' });
  await Promise.all(Array.from({ length: 159 }, (_, at) => site.send({ title: `Harbour ${at}` })));
  await beginManaging(page);
  const all = page.getByRole('list', { name: 'All letters' }).getByRole('listitem');
  await comeToTheEnd(page);
  await expect(all).toHaveCount(150);
  const more = await holdAnswer(page, /portal\/letters\?.*after=/);
  await comeToTheEnd(page);
  await more.answered;
  await page
    .getByRole('button', { name: /^delete: / })
    .last()
    .click();
  const anew = page.waitForResponse(/portal\/letters\?limit=/);
  await confirm(page);
  await (await anew).finished();
  await expect(all).toHaveCount(149);
  more.release();
  await expect(all).toHaveCount(159);

  const search = page.getByRole('searchbox', { name: 'Search letters' });
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await search.fill('harbour');
  await expect(found).toHaveCount(20);
  const other = await holdAnswer(page, /portal\/letters\?.*q=harbour\W\w*lantern/);
  await search.fill('harbour lantern');
  await other.answered;
  await comeToTheEnd(page);
  other.release();
  await expect(found).toHaveText([/Harbour lantern/]);
  await expect(listStatus(page)).toHaveText('1 letter found');
});

test('when more letters load, a keyboard user continues after the last letter that was there', async ({
  page,
  site,
}) => {
  const days = Array.from({ length: 52 }, (_, at) => ({ title: `Day ${at + 1}` }));
  for (const letter of days) await site.send(letter);
  await page.goto('/');
  await enterPortal(page);
  const { answered, release } = await holdAnswer(page, /portal\/letters\?.*after=/);
  await openManageTab(page);
  const more = page.getByRole('button', { name: 'More letters' });
  await more.focus();
  await answered;
  release();
  await expect(more).toHaveCount(0);
  await expect(action(page, 'QR code', 'Day 3')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(action(page, 'edit', 'Day 2')).toBeFocused();
});

test('after deleting a letter far down a list, the focus stays on the one that follows it, also when the list comes anew', async ({
  page,
  site,
}) => {
  const days = Array.from({ length: 60 }, (_, at) => ({ title: `Day ${at + 1}` }));
  for (const letter of days) await site.send(letter);
  await beginManaging(page);
  await comeToTheEnd(page);
  const all = page.getByRole('list', { name: 'All letters' }).getByRole('listitem');
  await expect(all).toHaveCount(60);
  await action(page, 'delete', 'Day 8').click();
  const release = await holdRequests(page, /portal\/letters\?/);
  const asked = page.waitForRequest(/portal\/letters\?/);
  await confirm(page);
  const following = action(page, 'delete', 'Day 7');
  await expect(following).toBeFocused();
  await asked;
  await site.send({ title: 'Meanwhile' });
  release();
  await expect(managed(page, 'Meanwhile')).toHaveCount(1);
  await expect(following).toBeFocused();
});

test('when a letter leaves a long list, only the rows at the edges of its sections are rendered anew', async ({
  page,
  site,
}) => {
  for (let day = 1; day <= 50; day += 1) await site.send({ title: `Day ${day}` });
  await beginManaging(page);
  await expect(managed(page, /./)).toHaveCount(50);
  await managed(page, /./).evaluateAll((rows) => {
    for (const row of rows) Object.assign(row, { wasThere: true });
  });
  await action(page, 'delete', 'Day 49').click();
  await confirm(page);
  await expect(managed(page, /./)).toHaveCount(49);
  const anew = await managed(page, /./).evaluateAll((rows) =>
    rows.filter((row) => !('wasThere' in row)).map((row) => row.textContent),
  );
  expect(anew).toHaveLength(2);
});

/** Scrolls until more is near, and waits until the page has noticed. */
async function comeToTheEnd(page: Page) {
  await page.getByRole('button', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}
