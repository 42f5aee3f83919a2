import { devices, type Page } from '@playwright/test';
import { holdFrames } from '../hold-frames.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import {
  accessDialog,
  adminDialog,
  begin,
  confirmDialog,
  field,
  openPortal,
  submit,
} from '../portal.ts';
import { holdRendering } from '../render-late.ts';

test.use({ serviceWorkers: 'block' });

const LETTER = { title: 'From the night ferry', content: 'The lights went on, one by one.' };

test('after an opened letter was reloaded, Back leads to the home page', async ({ page, site }) => {
  const { id } = await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
});

test('after an opened letter was reloaded, Back leads to its place in the list', async ({
  page,
  site,
}) => {
  for (let day = 1; day <= 24; day += 1) await site.send({ title: `Letter ${day}` });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Letter 6 ' });
  await envelope.scrollIntoViewIfNeeded();
  await envelope.click();
  await expect(page).toHaveURL(/\/letter\//);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
  await page.goBack();
  await expect(envelope).toBeInViewport({ ratio: 1 });
});

/** Opens the letter, goes back from it, and forward again. */
async function openByForward(page: Page): Promise<void> {
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(/\/letter\//);
  // By the button, it would be closed before its page knows the address to go forward from.
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
}

test('a letter opened by Forward can be closed, and another opened', async ({ page, site }) => {
  await site.send(LETTER);
  await site.send({ title: 'And the morning one' });
  await page.goto('/');
  await openByForward(page);
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'And the morning one' }).click();
  await expect(page.getByRole('dialog', { name: 'And the morning one' })).toBeVisible();
});

test('Back before the next letter is rendered leads to the envelopes', async ({ page, site }) => {
  await site.send({ ...LETTER, date: '2026-01-02' });
  await site.send({ title: 'And the morning one', date: '2026-01-01' });
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(/\/letter\//);
  await expect(page.getByRole('dialog')).toContainText(LETTER.content);
  const releaseFrames = await holdFrames(page);
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve));
    history.back();
    await arrived;
  });
  await releaseFrames();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a page whose address was edited by hand can be left', async ({ page, site }) => {
  const { id } = await site.send(LETTER);
  await page.goto(`/letter/${id}`);
  // Such a history entry has no state.
  await page.evaluate(() => {
    window.location.hash = '#letter';
  });
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
});

test('from a letter that no longer exists, Back leads to the page before it', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404/);
  const gone = await site.send({ title: 'Here one moment' });
  const stays = await site.send({ title: 'It stays' });
  await site.delete(gone);
  await page.goto(`/letter/${stays.id}`);
  // As for a letter that was requested offline.
  await page.goto(`/#letter-${gone.id}`);
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/letter/${stays.id}`);
});

test('a letter opened while the step back from another is in progress stays open', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  const { id } = await site.send({ title: 'And the morning one' });
  await page.goto('/');
  await page.evaluate(() => {
    const step = history.go.bind(history);
    history.go = (by) => Object.assign(window, { arrive: () => step(by) });
  });
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(/\/letter\//);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => 'arrive' in window);
  await page.getByRole('link', { name: 'And the morning one' }).click();
  const card = page.getByRole('dialog', { name: 'And the morning one' });
  await expect(card).toBeVisible();
  await page.evaluate(() => (window as unknown as { arrive(): void }).arrive());
  await expect(page).toHaveURL(`/letter/${id}`);
  await expect(card).toBeVisible();
  await page.goBack();
  await expect(card).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('Forward before a closing is rendered opens the letter again', async ({ page, site }) => {
  await site.send(LETTER);
  await page.goto('/');
  await openByForward(page);
  const rendering = await holdRendering(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
  await page.goForward();
  await rendering.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/\/letter\//);
});

test('a letter clicked twice at once closes with one step back', async ({ page, site }) => {
  await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).evaluate((envelope: HTMLElement) => {
    envelope.click();
    envelope.click();
  });
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('a letter opened again shows its current words, from the beginning', async ({
  page,
  site,
}) => {
  const letter = await site.send({ ...LETTER, content: 'First words.\n\n'.repeat(80) });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  await envelope.click();
  const paper = page.locator('.sheet__paper');
  await expect(paper).toContainText('First words.');
  await paper.evaluate((element) => element.scrollTo(0, 1000));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await site.update(letter, { ...LETTER, content: 'Other words.\n\n'.repeat(80) });
  // Whatever has not arrived yet, the old words are not shown in the meantime.
  const release = await holdRequests(page, `**/api/letters/${letter.id}`);
  await page.clock.install();
  await page.clock.fastForward(20_000);
  await envelope.click();
  await expect(page.getByRole('dialog').locator('[aria-live]')).toHaveText('Loading letter...');
  await expect(paper).not.toContainText('First words.');
  release();
  await expect(paper).toContainText('Other words.');
  expect(await paper.evaluate((element) => element.scrollTop)).toBe(0);

  // Also if the device's clock was ahead and has been corrected.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await site.update(letter, { ...LETTER, content: 'Last words.' });
  await page.clock.setSystemTime(Date.now() - 24 * 3600 * 1000);
  await envelope.click();
  await expect(paper).toContainText('Last words.');
});

test('Back on Android closes what is on top in the portal, and leaves the page only after that', async ({
  newReader,
}) => {
  const page = await newReader({ userAgent: devices['Pixel 7'].userAgent });
  await page.addInitScript(() => {
    const Watcher = window.CloseWatcher as NonNullable<typeof window.CloseWatcher>;
    window.CloseWatcher = class extends Watcher {
      constructor() {
        super();
        addEventListener('back', () => this.requestClose());
      }
    };
  });
  // What the browser does on Android; `page.goBack` would go back in the history at once.
  const back = () => page.evaluate(() => dispatchEvent(new Event('back')));
  await begin(page, { title: 'On the train', content: 'We are late' });
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
  await back();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(field(page, 'content')).toHaveValue('We are late');
  await back();
  await expect(adminDialog(page)).toBeHidden();
  await openPortal(page);
  await back();
  await expect(accessDialog(page)).toBeHidden();
});
