import { animationPace } from './animation-pace.ts';
import { expect, test } from './journey.ts';
import { accessDialog, confirm, linkDialog, submit, unlock, write } from './portal.ts';

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

test('two quick presses on an envelope, or on the close button, count as one', async ({
  page,
  site,
}) => {
  await site.send({ title: 'In motion' });
  await page.addInitScript(() => {
    const stamp = (press: MouseEvent) => {
      const value = Number(document.documentElement.dataset.pressedAt ?? press.timeStamp);
      Object.defineProperty(press, 'timeStamp', { value });
    };
    window.addEventListener('click', stamp, true);
  });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'In motion' });
  const card = page.locator('.sheet');
  const setPace = await animationPace(page);
  const { x, y } = (await envelope.boundingBox()) ?? { x: 0, y: 0 };
  const pressAt = async (right: number, timeStamp: number) => {
    await page.evaluate((value) => {
      document.documentElement.dataset.pressedAt = `${value}`;
    }, timeStamp);
    await page.mouse.click(x + right, y + 50);
  };

  // A phone does not count presses: each of two is a first one.
  await setPace(0);
  await pressAt(100, 5000);
  await expect(card).toHaveAttribute('open');
  await pressAt(110, 5200);
  const isOpen = () => card.evaluate((one) => one.matches('[open]:not([data-closing])'));
  expect(await isOpen()).toBe(true);
  // Elsewhere a press is meant, however soon it follows; and in the same place later.
  await pressAt(200, 5300);
  await expect(card).toBeHidden();
  await pressAt(100, 6000);
  await expect(card).toHaveAttribute('open');
  await pressAt(100, 6400);
  await expect(card).toBeHidden();

  await setPace(1);
  await envelope.dispatchEvent('click', { detail: 2 });
  expect(await page.locator('[data-opened]').count()).toBe(0);
  await envelope.click();
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await setPace(0);
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toHaveAttribute('data-closing');
  await expect(envelope).toBeFocused();
  const catches = () => Boolean(document.elementFromPoint(640, 20)?.closest('.sheet'));
  expect(await page.evaluate(catches)).toBe(true);
  // The second press takes the focus to what is closing.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(envelope).not.toBeFocused();
  await setPace(1);
  await expect(card).toBeHidden();
  await expect(envelope).toBeFocused();
});

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
