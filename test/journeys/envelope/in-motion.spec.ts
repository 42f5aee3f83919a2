import { animationPace } from '../animation-pace.ts';
import { expect, test } from '../journey.ts';
import { accessDialog, confirm, linkDialog, submit, unlock, write } from '../portal.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('an opening animation can be reversed halfway, and leaves nothing behind', async ({
  page,
  site,
}) => {
  await site.send({ title: 'In motion' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'In motion' });
  const moved = () =>
    page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((movement) => {
          const { target } = movement.effect as KeyframeEffect;
          return target?.closest('.envelope__flap') && !('transitionProperty' in movement)
            ? Number(movement.currentTime)
            : 0;
        }),
      ),
    );
  const setPace = await animationPace(page);
  await setPace(0.05);
  await envelope.click();
  await expect.poll(moved).toBeGreaterThan(100);
  // It stands still while it is reversed, on any machine.
  await setPace(0);
  await page.keyboard.press('Escape');
  const there = await moved();
  expect(there).toBeGreaterThan(0);
  await setPace(0.05);
  await expect.poll(moved).toBeLessThan(there);
  await setPace(1);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(envelope).toBeFocused();
  await expect(page.locator('[inert], [data-opened], .envelope__sheet')).toHaveCount(0);

  // The card that it will become is already there, invisible: touching it means to reverse.
  await setPace(0.05);
  await envelope.click();
  await expect(page.getByRole('dialog')).toHaveAttribute('open');
  // Far enough for its way back to be visible.
  await expect.poll(moved).toBeGreaterThan(100);
  await setPace(0);
  await page.mouse.click(640, 300);
  await expect(page.getByRole('dialog')).toHaveAttribute('data-closing');
  await setPace(1);
  await expect(page.getByRole('dialog')).toBeHidden();

  await envelope.click();
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(page.locator('main')).toHaveAttribute('inert');
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('[inert], [data-covered]')).toHaveCount(0);
  await expect(envelope).toBeFocused();
});

test('a step through the history that the browser animates itself is not animated again', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Swiped away' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Swiped away' });
  const covered = page.locator('html[data-covered]');
  await envelope.click();
  await expect(covered).toBeAttached();
  // Only phones have such a swipe.
  await page.evaluate(() => {
    const seen = { configurable: true, get: () => true };
    Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', seen);
  });
  const setPace = await animationPace(page);
  // An animation would never end.
  await setPace(0);
  await page.goBack();
  await expect(page.locator('.sheet')).toBeHidden();
  await page.goForward();
  await expect(covered).toBeAttached();
  await page.goBack();
  await expect(page.locator('.sheet')).toBeHidden();

  await envelope.click();
  await expect(page.locator('.envelope__lid')).toBeAttached();
});

test('the page darkens gradually under what opens over it, and brightens as the menu goes', async ({
  page,
}) => {
  const setPace = await animationPace(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  /** How much of its darkness the menu gives to the page. */
  const shade = () =>
    menu.evaluate((dialog) => Number(getComputedStyle(dialog, '::backdrop').opacity));
  const backdrop = page.locator('.portal__backdrop').last();

  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await setPace(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toHaveAttribute('open');
  expect(await shade()).toBe(0);
  await setPace(1);
  await expect.poll(shade).toBe(1);
  await setPace(0);
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  expect(await shade()).toBe(1);
  await setPace(1);
  await expect(menu).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await setPace(0);
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await expect(accessDialog(page)).toHaveCSS('opacity', '0');
  await expect(backdrop).toHaveCSS('opacity', '0');
  await setPace(1);
  await expect(accessDialog(page)).toHaveCSS('opacity', '1');
  await unlock(page);
  await write(page, { title: 'Sent', content: 'In the dark.' });
  await submit(page);
  await expect(backdrop).toHaveCSS('opacity', '1');
  await setPace(0);
  await confirm(page);
  await expect(linkDialog(page)).toHaveCSS('opacity', '0');
  await expect(backdrop).toHaveCSS('opacity', '0');
});

test('an envelope at the upper edge comes down until its letter is seen rising, and goes back', async ({
  page,
  site,
}) => {
  for (let nth = 0; nth < 16; nth += 1) await site.send({ title: `Letter ${nth}` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const boxOf = (part: string) =>
    page.locator(part).evaluate((one) => one.getBoundingClientRect().toJSON());
  // The last one of a part of the list.
  const envelope = '.envelope:has-text("Letter 4")';
  // The envelopes have arrived, and lie still.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const setPace = await animationPace(page);
  for (const [at, comesDown] of [
    [-60, true],
    [600, false],
  ] as const) {
    const { top: before } = await boxOf(envelope);
    // As input does that scrolls: without any, what has just been closed would be held in its place.
    await page.keyboard.press('Shift');
    await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), before - at);
    const { top: place, height } = await boxOf(envelope);
    await setPace(0.05);
    await page.locator(envelope).evaluate((link: HTMLElement) => link.click());
    await expect(page.locator('.envelope__sheet')).toBeAttached();
    await expect(page.locator('.sheet')).toHaveAttribute('open');
    // The moment in which the risen sheet becomes the card.
    await page.evaluate(() => {
      for (const movement of document.getAnimations()) {
        movement.pause();
        movement.currentTime = 700 * 0.62;
      }
    });
    const sheet = await boxOf('.envelope__sheet');
    const rises = comesDown ? 8 : place - 0.885 * height;
    expect(Math.abs(sheet.top - rises)).toBeLessThan(1.5);
    const isOnTop = await page.locator(envelope).evaluate((link) => {
      const body = link.querySelector('.envelope__body')?.getBoundingClientRect();
      const there = document.elementsFromPoint((body?.x ?? 0) + 20, (body?.bottom ?? 0) - 20);
      return there.find((one) => one.closest('.envelope'))?.closest('.envelope') === link;
    });
    expect(isOnTop).toBe(true);
    const card = await boxOf('.sheet__window');
    expect(Math.abs(card.bottom - sheet.bottom)).toBeLessThan(1.5);
    await page.evaluate(() => {
      for (const movement of document.getAnimations()) movement.play();
    });
    await setPace(1);
    await expect(page.locator('html')).toHaveAttribute('data-covered');
    await page.keyboard.press('Escape');
    await expect(page.locator('.sheet')).toBeHidden();
    expect((await boxOf(envelope)).top).toBeCloseTo(place, 0);
  }
});

test('a letter in its envelope casts no shadow outside', async ({ page, site }) => {
  await site.send({ title: 'Still inside' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const envelope = page.getByRole('link', { name: 'Still inside' });
  const { x, width, bottom } = await envelope.evaluate(
    (link): DOMRect => link.getBoundingClientRect().toJSON(),
  );
  const below = { x: x + width / 4, y: Math.ceil(bottom) + 1, width: width / 2, height: 20 };
  const before = await page.screenshot({ clip: below });
  // The parts that it opens with are there, and have not moved.
  await (await animationPace(page))(0);
  await envelope.evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('.envelope__sheet')).toBeAttached();
  expect((await page.screenshot({ clip: below })).equals(before)).toBe(true);
});

test('a letter without an envelope closes at once, not into that of the letter before', async ({
  page,
  site,
}) => {
  await site.send({ title: 'On the desk' });
  const { id } = await site.send({ title: 'By its link alone', hidden: true });
  await page.goto('/');
  const card = page.locator('.sheet');
  await page.getByRole('link', { name: 'On the desk' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  // Not by a key: its step back could still be under way when the next address is entered.
  await page.goBack();
  await expect(card).toBeHidden();
  await page.evaluate((letter) => location.assign(`#letter-${letter}`), id);
  await expect(card).toContainText('By its link alone');
  const isOpen = await card.evaluate((one) => {
    one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return one.hasAttribute('open');
  });
  expect(isOpen).toBe(false);
});

test('an envelope that the pointer has picked up comes down from there', async ({ page, site }) => {
  for (let nth = 0; nth < 9; nth += 1) await site.send({ title: `Letter ${nth}` });
  await page.goto('/');
  const envelope = page.locator('.envelope:has-text("Letter 4")');
  await envelope.evaluate((one) => {
    window.scrollBy({ top: one.getBoundingClientRect().top - 40, behavior: 'instant' });
  });
  const top = () =>
    envelope.locator('.envelope__body').evaluate((one) => one.getBoundingClientRect().top);
  await envelope.hover();
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await (await animationPace(page))(0);
  const flap = () =>
    envelope.locator('.envelope__flap').evaluate((one) => getComputedStyle(one).transform);
  const [before, lifted] = [await top(), await flap()];
  await envelope.evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('.envelope__sheet')).toBeAttached();
  await expect(page.locator('.sheet')).toHaveAttribute('open');
  expect(await top()).toBeCloseTo(before, 0);
  expect(await flap()).toBe(lifted);
});
