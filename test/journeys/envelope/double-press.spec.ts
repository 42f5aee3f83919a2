import type { Locator } from '@playwright/test';
import { animationPace } from '../animation-pace.ts';
import { expect, test } from '../journey.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

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
  // A press beside the cross takes the focus to what is closing.
  await page.mouse.click(640, 20);
  await expect(envelope).not.toBeFocused();
  await setPace(1);
  await expect(card).toBeHidden();
  await expect(envelope).toBeFocused();
});

test('a double click that opens a letter, or closes it, selects nothing and leaves the keyboard where it was', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Clicked twice', content: 'A line.\n'.repeat(100) });
  await page.goto('/');
  const setPace = await animationPace(page);
  await setPace(0.2);
  const envelope = page.getByRole('link', { name: 'Clicked twice' });
  const title = page.getByRole('heading', { name: 'Clicked twice' });
  const clickTwice = async (at: Locator, focused: Locator) => {
    const { x, y, width, height } = (await at.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(focused).toBeFocused();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await expect(focused).toBeFocused();
  };
  await clickTwice(envelope, title);
  await setPace(5);
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  // Without its words the letter has no end to go to.
  await expect(page.getByRole('dialog')).toContainText('A line.');
  await page.keyboard.press('End');
  await expect(title).not.toBeInViewport();
  await setPace(0.2);
  await clickTwice(page.getByRole('button', { name: 'Close letter' }), envelope);
  await setPace(5);
  await expect(page.locator('.sheet')).toBeHidden();
  await expect(envelope).toBeFocused();
});

test('nor does a third tap on the cross, as quick as the second, open a letter beneath it', async ({
  newReader,
  site,
}) => {
  for (let day = 1; day <= 4; day += 1) await site.send({ title: `Letter ${day}` });
  const page = await newReader({
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 640 },
  });
  // However slow the machine is, all of them come at once.
  await page.addInitScript(() => {
    const stamp = (press: MouseEvent) => Object.defineProperty(press, 'timeStamp', { value: 5000 });
    window.addEventListener('click', stamp, true);
  });
  await page.goto('/');
  const beneath = page.locator('.envelope').nth(1);
  await beneath.evaluate((one) => window.scrollBy(0, one.getBoundingClientRect().top + 50));
  const card = page.getByRole('dialog');
  await page.locator('.envelope').nth(2).dispatchEvent('click');
  await expect(card).toBeVisible();
  const cross = await page.getByRole('button', { name: 'Close letter' }).boundingBox();
  const { x, y, width, height } = cross ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = [x + width / 2, y + height / 2] as const;
  for (let tap = 1; tap <= 3; tap += 1) {
    await page.mouse.click(...at);
    await expect(card).toBeHidden();
    const hit = await page.evaluateHandle(([x, y]) => document.elementFromPoint(x, y), at);
    expect(await beneath.evaluate((one, other) => one.contains(other), hit)).toBe(true);
  }
});
