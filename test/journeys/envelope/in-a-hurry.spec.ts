import { animationPace } from '../animation-pace.ts';
import { holdFrames } from '../hold-frames.ts';
import { expect, test } from '../journey.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('Escape closes a letter that is only about to open', async ({ page, site }) => {
  await site.send({ title: 'In motion' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'In motion' });
  const opened = await envelope.evaluate(async (link: HTMLElement) => {
    link.click();
    link.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return document.querySelector('.sheet')?.hasAttribute('open');
  });
  expect(opened).toBe(false);
  await expect(page).toHaveURL('/');
});

test('Back closes a letter as soon as its card is there', async ({ page, site }) => {
  await site.send({ title: 'The first of May' });
  await page.goto('/');
  // At the first moment, before any frame shows the card: no reader is quicker.
  const closed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.addEventListener('popstate', () => resolve(location.pathname));
        const card = new MutationObserver(() => {
          if (!document.querySelector('dialog[open]')) return;
          card.disconnect();
          history.back();
        });
        card.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await Promise.all([closed, page.getByRole('link', { name: 'The first of May' }).click()]);
  expect(await closed).toBe('/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('a reader who closes a letter and leaves at once is not held back', async ({ page, site }) => {
  const { id } = await site.send({ title: 'In motion' });
  await page.goto('/');
  await page.getByRole('link', { name: 'In motion' }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
  // By Forward it is the address that opens the letter: nothing is under way any more once it is there.
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'In motion' })).toBeFocused();
  // A step back that waits for a frame could come after the reader has left.
  await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
});

test('a press on a letter that is not visible yet closes it, whatever is there', async ({
  page,
  site,
}) => {
  await site.send({ title: 'The one before', date: '2026-01-01' });
  await site.send({ title: 'In motion', date: '2026-01-02' });
  await page.goto('/');
  const card = page.locator('.sheet');
  const setPace = await animationPace(page);
  for (const [role, name] of [
    ['link', 'Earlier The one before'],
    ['button', 'Close letter'],
  ] as const) {
    await setPace(0);
    await page.getByRole('link', { name: /^In motion/ }).click();
    await expect(card).toHaveAttribute('open');
    await expect(card).toContainText('Come by when you can.');
    const unseen = await card.getByRole(role, { name }).boundingBox();
    await page.mouse.click((unseen?.x ?? 0) + 5, (unseen?.y ?? 0) + 5);
    await expect(card).toBeHidden();
    await setPace(1);
    await expect(page).toHaveURL('/');
  }
});

test('a letter that closes goes on closing while the next one opens', async ({ page, site }) => {
  for (const title of ['The first', 'The second', 'The third']) await site.send({ title });
  await page.goto('/');
  const envelope = (title: string) => page.locator('.envelope', { hasText: title });
  const press = (title: string) => envelope(title).evaluate((link: HTMLElement) => link.click());
  const setPace = await animationPace(page);
  await press('The first');
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await setPace(0);
  await page.keyboard.press('Escape');
  await expect(envelope('The first')).toBeFocused();
  await press('The second');
  await expect(page.locator('.sheet[open]:not([data-closing])')).toContainText('The second');
  // Both are open still; only the card is already the other's.
  await expect(page.locator('.envelope__sheet')).toHaveCount(2);
  await expect(page.locator('[data-opened] .envelope')).toHaveText([/The second/, /The first/]);
  const stillCloses = (card: Element) =>
    card.getAnimations({ subtree: true }).some(({ playbackRate }) => playbackRate < 0);
  expect(await page.locator('.sheet').evaluate(stillCloses)).toBe(false);
  await setPace(1);
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.locator('[data-opened], .envelope__sheet')).toHaveCount(0);

  // Whoever comes back to the first while it closes opens it anew.
  await setPace(0);
  await page.keyboard.press('Escape');
  await press('The first');
  await press('The second');
  await press('The first');
  await expect(page.locator('.sheet[open]:not([data-closing])')).toContainText('The first');
  await setPace(1);
  await expect(page.getByRole('heading', { name: 'The first' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.locator('[data-opened], .envelope__sheet')).toHaveCount(0);

  // For a third, the first is put away at once: nothing would do that later.
  await setPace(0);
  await page.keyboard.press('Escape');
  for (const title of ['The second', 'The third']) await press(title);
  await expect(page.locator('.sheet[open]:not([data-closing])')).toContainText('The third');
  await expect(page.locator('[data-opened] .envelope')).toHaveText([/The third/]);
  await setPace(1);
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.locator('[data-opened], .envelope__sheet')).toHaveCount(0);
});

test('a letter that is turned while its envelope opens leaves that closed', async ({
  page,
  site,
}) => {
  for (const title of ['The first', 'The second']) await site.send({ title });
  await page.goto('/');
  const setPace = await animationPace(page);
  await setPace(0);
  await page
    .locator('.envelope', { hasText: 'The first' })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { name: 'The first' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'The second' })).toBeFocused();
  await setPace(1);
  await expect(page.locator('[data-opened], .envelope__sheet')).toHaveCount(0);
});

test('a letter asked for again while it closes opens from where it is', async ({ page, site }) => {
  await site.send({ title: 'The first' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'The first' });
  const setPace = await animationPace(page);
  await envelope.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await setPace(0.05);
  await page.keyboard.press('Escape');
  // Of the gesture alone: the focus that goes fades a ring, too, whose time begins at 0.
  const reached = () =>
    page.locator('.sheet__window').evaluate((part) => Number(part.getAnimations()[0]?.currentTime));
  await expect.poll(reached).toBeLessThan(600);
  await setPace(0);
  const turnedAt = await reached();
  await envelope.press('Enter');
  await expect(page.getByRole('heading', { name: 'The first' })).toBeFocused();
  await expect(page.locator('[data-opened] .envelope__sheet')).toHaveCount(1);
  expect(await reached()).toBeCloseTo(turnedAt, 0);
  await setPace(1);
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.locator('[data-opened], .envelope__sheet')).toHaveCount(0);
});

test('a letter left for another and asked for again before the next frame opens', async ({
  page,
  site,
}) => {
  for (const title of ['The first', 'The second']) await site.send({ title });
  await page.goto('/');
  const press = (title: string) =>
    page.locator('.envelope', { hasText: title }).evaluate((link: HTMLElement) => link.click());
  const card = page.locator('.sheet[open]:not([data-closing])');
  const setPace = await animationPace(page);
  await setPace(0);
  await press('The first');
  await expect(card).toContainText('The first');
  const releaseFrames = await holdFrames(page);
  await press('The second');
  await press('The first');
  await releaseFrames();
  await expect(card).toContainText('The first');
  await setPace(1);
  await expect(page.getByRole('heading', { name: 'The first' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.locator('[data-opened], .envelope__sheet')).toHaveCount(0);
});

test('of two envelopes pressed before the next frame the later one opens', async ({
  page,
  site,
}) => {
  await site.send({ title: 'The first' });
  const { id } = await site.send({ title: 'The second' });
  await page.goto('/');
  const releaseFrames = await holdFrames(page);
  for (const title of ['The first', 'The second'])
    await page
      .locator('.envelope', { hasText: title })
      .evaluate((link: HTMLElement) => link.click());
  await releaseFrames();
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.getByRole('heading', { name: 'The second' })).toBeFocused();
  await expect(page).toHaveURL(`/letter/${id}`);
});

test('whoever goes on from a letter that was closed while it opened keeps the focus, however late the next frame is', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Read' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Read' });
  const setPace = await animationPace(page);
  await setPace(0);
  await envelope.press('Enter');
  await expect(page.getByRole('heading', { name: 'Read' })).toBeFocused();
  const releaseFrames = await holdFrames(page);
  await page.keyboard.press('Escape');
  await setPace(1);
  await expect(envelope).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  const portal = page.getByRole('button', { name: 'portal' });
  await expect(portal).toBeFocused();
  await releaseFrames();
  await expect(portal).toBeFocused();
});

test('a flap turns from where it is, also if hovering has not loosened it yet', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Touched' });
  await page.goto('/');
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const setPace = await animationPace(page);
  await setPace(0);
  await page.getByRole('link', { name: 'Touched' }).click();
  await expect(page.locator('.envelope__sheet')).toBeAttached();
  const turn = (flap: Element) => new DOMMatrix(getComputedStyle(flap).transform).m23;
  expect(await page.locator('.envelope__flap').evaluate(turn)).toBeCloseTo(0);
});
