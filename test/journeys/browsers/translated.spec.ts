import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { begin, beginManaging, enterPortal, field, managed } from '../portal.ts';

/** As translators do: each text becomes two elements, also what is shown later, unless it is not to be translated. */
function translate(): void {
  const translateAll = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('font,script,svg,[translate=no]'))
        continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data.toUpperCase();
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translateAll();
  new MutationObserver(translateAll).observe(document, { childList: true, subtree: true });
}

test('an owner whose browser translates the page can write, and the preview keeps the words as they are', async ({
  page,
}) => {
  await begin(page, { title: 'In my language', content: 'One line\nand another' });
  await page.evaluate(translate);
  await expect(page.getByText('MANAGE LETTERS')).toBeVisible();
  const preview = page.locator('.preview .sheet__content');
  for (const content of ['One line', 'One line\n\n\nafter another', 'and the end']) {
    await field(page, 'content').fill(content);
    await expect(preview).toContainText(content.split('\n').at(-1) ?? '');
  }
});

test('an owner whose browser translates the page can edit a letter, and go on to another', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Seen by all' });
  await site.send({ title: 'Hidden', hidden: true });
  await beginManaging(page);
  await expect(managed(page, 'Hidden')).toBeVisible();
  await page.evaluate(translate);
  for (const [title, hidden] of [
    ['Hidden', true],
    ['Seen by all', false],
  ] as const) {
    await page.getByRole('tab').last().click();
    await managed(page, title.toUpperCase()).getByRole('button').first().click();
    await expect(field(page, 'title')).toHaveValue(title);
    await expect(field(page, 'hidden')).toBeChecked({ checked: hidden });
  }
});

test('an owner whose browser translates the page can discard one draft after the other, and is told how many wait', async ({
  page,
  site,
}) => {
  for (const title of ['The oldest', 'In between', 'The newest']) await site.keepDraft({ title });
  await page.goto('/');
  await enterPortal(page);
  await page.evaluate(translate);
  const offer = page.locator('.unsent');
  const discard = async () => {
    await offer.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  await expect(offer).toContainText('2 MORE DRAFTS ARE WAITING.');
  await discard();
  await expect(offer).toContainText('1 MORE DRAFT IS WAITING.');
  await discard();
  await expect(offer).toContainText('THE OLDEST');
  await expect(offer).not.toContainText('MORE');
});

test.describe('without a service worker, which would ask for the page itself', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page that something has changed before its scripts ran is not loaded again for a button that was pressed', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/Minified React error #418/);
    const release = await holdRequests(page, '**/assets/*.js');
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('h1').evaluate((heading) => {
      heading.textContent = 'Für dich.';
    });
    const drawing = () => page.locator('.envelope-art').evaluate(({ outerHTML }) => outerHTML);
    const served = await drawing();
    const portal = page.getByRole('button', { name: 'portal' });
    await portal.click();
    await expect(portal).toHaveAttribute('data-pressed');
    release();
    await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
    // Rendered again, too.
    expect(await drawing()).toBe(served);
    await page.waitForLoadState('load');
    await portal.click();
    await expect(page.getByLabel('password')).toBeVisible();
    expect(documents).toBe(1);
  });
});
