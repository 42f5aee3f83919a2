import type { Page } from '@playwright/test';
import {
  accessDialog,
  action,
  confirm,
  confirmDialog,
  conflictDialog,
  enterPortal,
  field,
  linkDialog,
  openManageTab,
  restoreOffer,
  submit,
  unlock,
  write,
} from '../test/journeys/portal.ts';
import { many, type State, titled } from './reader-states.ts';
import { type Scene, visit } from './stage.ts';

const WORDS = {
  title: 'The bread, and what became of it',
  date: '2026-04-12',
  content:
    'It rose. I had not expected it to, after what I had said to it.\n\n' +
    'We ate it by the window, all of it, standing up, and then we looked at the board ' +
    'as one looks at a stage when the curtain is down.',
};
const OFFERED = { ...WORDS, title: 'What I meant to say on the stairs' };
const LETTERS = '**/api/portal/letters';

/** In a narrow window the portal's button is in the menu. */
async function approach(page: Page, { site }: Scene): Promise<void> {
  await visit(page, site.url);
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
}

async function inside(page: Page, scene: Scene): Promise<void> {
  await approach(page, scene);
  await enterPortal(page);
}

async function written(page: Page, scene: Scene): Promise<void> {
  await inside(page, scene);
  await write(page, WORDS);
  await page.getByText('draft saved').waitFor();
}

async function managing(page: Page, scene: Scene, words = ''): Promise<void> {
  await inside(page, scene);
  await openManageTab(page);
  await page
    .getByRole('listitem')
    .filter({ hasText: titled('swallows').title })
    .first()
    .waitFor();
  if (words === '') return;
  await page.locator('.search__input').fill(words);
  await page.locator('.manage__notice:not(:empty)').waitFor();
}

/** The owner's states. */
export const OWNERS: readonly State[] = [
  { name: 'menu', arrange: approach },
  {
    name: 'portal-access',
    async arrange(page, scene) {
      await approach(page, scene);
      await page.getByRole('button', { name: 'portal', exact: true }).click();
      await accessDialog(page).waitFor();
    },
  },
  {
    name: 'portal-access-wrong',
    async arrange(page, scene) {
      await approach(page, scene);
      await page.getByRole('button', { name: 'portal', exact: true }).click();
      await unlock(page, 'open sesame');
      await page.getByText('Incorrect password').waitFor();
    },
  },
  { name: 'portal-write', arrange: inside },
  { name: 'portal-preview', arrange: written },
  {
    name: 'portal-faults',
    async arrange(page, scene) {
      await inside(page, scene);
      await submit(page);
      await page.getByText('Please fill in title and content fields').first().waitFor();
    },
  },
  {
    name: 'portal-signature-warning',
    async arrange(page, scene) {
      await inside(page, scene);
      await write(page, { ...WORDS, signature: 'asdf' });
      await submit(page);
      await page.getByText('Please enter a valid name').waitFor();
    },
  },
  {
    name: 'portal-confirm',
    async arrange(page, scene) {
      await written(page, scene);
      await submit(page);
      await confirmDialog(page).waitFor();
    },
  },
  {
    name: 'portal-sending',
    async arrange(page, scene) {
      await written(page, scene);
      // Never answered, so that the state lasts.
      await page.route(LETTERS, () => {});
      await submit(page);
      await confirm(page);
      await page.getByText('sending...').first().waitFor();
    },
  },
  {
    name: 'portal-link',
    async arrange(page, scene) {
      await written(page, scene);
      // Answers with a sample letter, since a new letter would have another id, and paper, each time.
      const { id } = titled('swallows');
      const body = JSON.stringify(
        await (await fetch(`${scene.site.url}/api/letters/${id}`)).json(),
      );
      await page.route(LETTERS, (route) =>
        route.fulfill({ status: 201, contentType: 'application/json', body }),
      );
      await submit(page);
      await confirm(page);
      await linkDialog(page).waitFor();
    },
  },
  { name: 'portal-manage', arrange: managing },
  {
    name: 'portal-manage-search',
    async arrange(page, scene) {
      await managing(page, scene, 'the');
    },
  },
  {
    name: 'portal-manage-none',
    async arrange(page, scene) {
      await managing(page, scene, 'zebra');
    },
  },
  { name: 'portal-manage-10000', letters: many(10_000), arrange: managing },
  {
    name: 'portal-edit',
    async arrange(page, scene) {
      await managing(page, scene);
      await action(page, 'edit', titled('rain').title).click();
      await field(page, 'title').waitFor();
    },
  },
  {
    name: 'portal-delete',
    async arrange(page, scene) {
      await managing(page, scene);
      await action(page, 'delete', titled('rain').title).click();
      await confirmDialog(page).waitFor();
    },
  },
  {
    name: 'portal-conflict',
    async arrange(page, scene) {
      await managing(page, scene);
      const { id, title } = titled('swallows');
      await action(page, 'edit', title).click();
      await field(page, 'content').fill('They came back this morning. You should know it first.');
      const before = await scene.site.store.letters.get(id);
      if (!before) throw new Error('The letter is not there.');
      const content = 'The swallows came back on Friday, not this morning. I was away.';
      const words = { ...before, content, date: before.date ?? '2026-04-11' };
      await scene.site.store.letters.update(id, words, Date.UTC(2026, 3, 12));
      await submit(page);
      await confirm(page);
      await conflictDialog(page).waitFor();
    },
  },
  {
    name: 'portal-restore',
    async arrange(page, scene) {
      await scene.owner.keepDraft(OFFERED);
      await inside(page, scene);
      await restoreOffer(page).waitFor();
    },
  },
];
