import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';

test.use({ serviceWorkers: 'block' });

const LETTER = {
  title: 'Before the tide turns',
  date: '2026-09-01',
  content: 'Leave a lamp for me.\n\n    By the blue door.\nNobody else uses it.',
  signature: 'Tante Zoé Marchand',
};

test("an envelope shows the title and the date, and nothing of the letter's text", async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  await expect(envelope).toContainText('September 1, 2026');
  await expect(envelope).not.toContainText('Leave a lamp');
  await expect(envelope).not.toContainText(LETTER.signature);
});

test('a click opens a card that fills the screen, with every part of the letter', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card.getByRole('heading', { name: LETTER.title })).toBeVisible();
  await expect(card.getByText('September 1, 2026')).toBeVisible();
  // Everything but the scroll bar's gutter.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const box = await card.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, height });
  expect(box?.width).toBeGreaterThan(width * 0.98);

  // As it was typed, even when copied: every line break, and every space at the start of a line.
  const content = card.locator('.sheet__content');
  expect(await content.evaluate(selectAll)).toBe(LETTER.content);
  expect(await content.innerText()).toBe(LETTER.content);
  await expect(card.getByText(LETTER.signature)).toBeVisible();
  await expect(card.getByRole('paragraph').filter({ hasText: LETTER.signature })).toHaveCSS(
    'text-align',
    'right',
  );

  // What does not fit can be reached by the keyboard, from where the focus is.
  await page.setViewportSize({ width, height: 300 });
  const signature = card.getByText(LETTER.signature);
  await expect(signature).not.toBeInViewport();
  await expect(card.getByRole('heading', { name: LETTER.title })).toBeFocused();
  await page.keyboard.press('End');
  await expect(signature).toBeInViewport();
});

test('Enter opens a letter; the close button, Escape and Back close it and return to its envelope', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Another', date: '2026-09-02' });
  const { id } = await site.send(LETTER);
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  const card = page.getByRole('dialog', { name: LETTER.title });
  await envelope.focus();
  for (const close of [
    () => page.getByRole('button', { name: 'Close letter' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await page.keyboard.press('Enter');
    await expect(card).toContainText('Leave a lamp for me.');
    await expect(page).toHaveURL(`/letter/${id}`);
    await expect(page).toHaveTitle('A letter for you!');
    await close();
    await expect(card).toBeHidden();
    await expect(page).toHaveURL('/');
    await expect(page).toHaveTitle('Letters');
    await expect(envelope).toBeFocused();
  }
});

test('an additional press of Escape does not leave the page', async ({ page, site }) => {
  const { id } = await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
  const steps = await page.evaluate(async () => {
    const taken: unknown[] = [];
    const step = history.go.bind(history);
    history.go = (by) => {
      taken.push(by);
      step(by);
    };
    const stepped = new Promise((resolve) => window.addEventListener('popstate', resolve));
    // Quicker than the first step: after it, there would be nothing to close.
    for (const _press of ['first', 'second']) {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }
    await stepped;
    return taken;
  });
  expect(steps).toEqual([-1]);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
});

test('a letter opened again before the browser reports that it was closed stays open', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toContainText('Leave a lamp for me.');
  await expect(page).toHaveURL(/\/letter\//);
  const dialog = await card.elementHandle();
  // The browser reports it with the next frame, which is late on a busy device.
  await page.evaluate(async (element) => {
    const changes = (wanted: boolean) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (element?.hasAttribute('open') !== wanted) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(element as Element, { attributes: true });
      });
    const told = new Promise((resolve) => element?.addEventListener('close', resolve));
    const closed = changes(false);
    history.back();
    await closed;
    const opened = changes(true);
    history.forward();
    await opened;
    await told;
  }, dialog);
  // By now, a step back caused by this would have happened.
  await page.waitForTimeout(300);
  await expect(card).toContainText('Leave a lamp for me.');
});

test('the envelope on a letter page opens with a click and with Enter, and can be closed', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  await page.goto(`/letter/${id}`);
  const envelope = page.getByRole('link', { name: LETTER.title });
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toBeHidden();
  await envelope.click();
  await expect(card).toContainText('Leave a lamp for me.');
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
  await expect(envelope).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});

test('a letter whose words have not arrived says that it is loading', async ({ page, site }) => {
  await site.send(LETTER);
  await page.goto('/');
  const release = await holdRequests(page, '**/api/letters/*');
  await page.getByRole('link', { name: LETTER.title }).click();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card.locator('[aria-live]')).toHaveText('Loading letter...');
  release();
  await expect(card).toContainText('Leave a lamp for me.');
  await expect(card.getByText('Loading letter...')).toBeHidden();
});

test('a letter that contains code is shown as it was typed, and nothing runs', async ({
  page,
  site,
}) => {
  const hostile = {
    title: '<img src=x onerror="window.ran=1"> & <b>bold</b>',
    content:
      '</script><script>window.ran = 1</script>\n<a href="javascript:alert(1)">here</a> &amp;',
  };
  const { id } = await site.send(hostile);
  for (const path of ['/', `/letter/${id}`]) {
    await page.goto(path);
    const envelope = page.getByRole('link', { name: hostile.title });
    await envelope.click();
    const card = page.getByRole('dialog', { name: hostile.title });
    await expect(card).toContainText(hostile.content.split('\n')[0] ?? '');
    await expect(card).toContainText(hostile.content.split('\n')[1] ?? '');
    await expect(card.locator('img, script, a, b')).toHaveCount(0);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }
});

test('readers at opposite ends of the earth see the same date', async ({ site, newReader }) => {
  const { id } = await site.send({ title: 'One day', date: '2026-01-01' });
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const reader = await newReader({ timezoneId });
    await reader.goto('/');
    const envelope = reader.getByRole('link', { name: 'One day' });
    await expect(envelope).toContainText('January 1, 2026');
    await envelope.click();
    await expect(reader.getByRole('dialog')).toContainText('January 1, 2026');
    await reader.goto(`/letter/${id}`);
    await expect(reader.getByRole('link', { name: 'One day' })).toContainText('January 1, 2026');
  }
});

test('a letter without a date says No date', async ({ page, site }) => {
  await site.send({ title: 'Undated' });
  site.database('UPDATE letters SET date = NULL');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Undated' })).toContainText('No date');
});

/** @returns what is copied when it is selected */
function selectAll(element: Element): string | undefined {
  getSelection()?.selectAllChildren(element);
  return getSelection()?.toString();
}
