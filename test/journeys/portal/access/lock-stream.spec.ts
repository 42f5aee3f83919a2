import type { Route } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { pauseClock } from '../../pause-clock.ts';
import { adminDialog, enterPortal } from '../../portal.ts';

test('no answer about the session has the portal listen again once it was closed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const opened: string[] = [];
    const { EventSource } = window;
    const counting = class extends EventSource {
      constructor(address: string) {
        super(address);
        if (address.includes('portal')) opened.push(address);
      }
    };
    Object.assign(window, { opened, EventSource: counting });
  });
  const asked: Route[] = [];
  await page.route('**/api/portal/live', (route) =>
    route.request().method() === 'HEAD' ? void asked.push(route) : route.fulfill({ status: 204 }),
  );
  const answer = async (nth: number) => {
    const answered = page.waitForResponse('**/api/portal/live');
    await asked[nth]?.fulfill({ status: 200 });
    await answered;
  };
  await page.clock.install();
  await page.goto('/');
  await enterPortal(page);
  // The portal asks as it opens, too: whether the browser keeps its cookie.
  await expect.poll(() => asked.length).toBe(2);
  await pauseClock(page);
  // A window that is shown again listens at once, and asks once more when it hears nothing.
  for (const times of [3, 4]) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => asked.length).toBe(times);
  }
  for (const nth of [0, 1, 2]) await answer(nth);
  await page.getByRole('button', { name: 'Close portal' }).click();
  await expect(adminDialog(page)).toBeHidden();
  // The last one is given up.
  await page.clock.fastForward(10_000);
  expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toHaveLength(3);
});
