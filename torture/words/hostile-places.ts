import type { LetterJson, LetterSummary } from '#core/letter.ts';
import { pagesOf } from '../../test/clients/every-letter.ts';
import { MAIN_PASSWORD, type Owner } from '../../test/clients/owner.ts';
import { poll } from '../poll.ts';
import type { HostileLetter } from './hostile-letters.ts';
import { differences, envelopesOn, parsedFeeds, parsedPages, sheetOn } from './seen-letters.ts';
import type { TrappedPage } from './trapped-browser.ts';

/** Letters as they must be shown, by their ids. */
type Expected = Map<string, HostileLetter>;

const PAGE_SIZE = 24;
const PORTAL_PAGE = 50;
const TIMEOUT_MS = 10_000;
/** How many letters' pages the parser is given at a time. */
const PARSED_AT_ONCE = 48;
/** title, id, link, published, updated, author, content */
const ENTRY_CHILDREN = 7;
/** Matches once the page is hydrated. */
const ALIVE = 'dialog[data-alive]';

async function opened({ page }: TrappedPage, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForSelector(ALIVE, { state: 'attached' });
}

const on = (place: string) => (fault: string) => `${place}: ${fault}`;

/** Every page of the list: its envelopes, and the same list from the API. */
export async function homeFaults(trapped: TrappedPage, expected: Expected, shape: string) {
  const faults: string[] = [];
  const missing = new Set(expected.keys());
  const list = (query: string) => fetch(new URL(`/api/letters${query}`, trapped.address));
  let path = '/';
  for await (const { letters, next } of pagesOf<LetterSummary>(list, PAGE_SIZE)) {
    for (const { id, title } of letters) {
      if (expected.get(id)?.title !== title) faults.push(`list: ${id}: its title is another`);
    }
    await opened(trapped, path);
    for (const seen of await envelopesOn(trapped.page)) {
      const letter = expected.get(seen.id);
      missing.delete(seen.id);
      faults.push(
        ...(letter ? differences(seen, letter, shape) : ['a letter too many']).map(on('home')),
      );
    }
    faults.push(...(await trapped.sprung()).map(on('home')));
    path = `/?after=${next}`;
  }
  if (missing.size > 0) faults.push(`home: ${missing.size} letters are not there`);
  return faults;
}

/** Pages of letters as a reader opens them. */
export async function letterFaults(trapped: TrappedPage, letters: HostileLetter[]) {
  const faults: string[] = [];
  for (const letter of letters) {
    await opened(trapped, `/letter/${letter.id}`);
    await trapped.page.locator('.letter-alone .envelope').click();
    await trapped.page.waitForSelector('dialog[open]');
    faults.push(...differences(await sheetOn(trapped.page), letter).map(on('letter')));
    faults.push(...(await trapped.sprung()).map(on(`letter ${letter.id}`)));
  }
  return faults;
}

/** Pages of letters as they are sent. */
export async function sentPageFaults(
  trapped: TrappedPage,
  letters: HostileLetter[],
  plain: HostileLetter,
) {
  const faults: string[] = [];
  const textOf = async ({ id }: HostileLetter) =>
    (await fetch(new URL(`/letter/${id}`, trapped.address))).text();
  const [model] = await parsedPages(trapped.parser, [await textOf(plain)]);
  for (let at = 0; at < letters.length; at += PARSED_AT_ONCE) {
    const some = letters.slice(at, at + PARSED_AT_ONCE);
    const pages = await parsedPages(trapped.parser, await Promise.all(some.map(textOf)));
    for (const [index, letter] of some.entries()) {
      const seen = pages[index];
      if (seen) faults.push(...differences(seen, letter, model?.shape).map(on('sent page')));
    }
  }
  return faults;
}

/** Both feeds and the sitemap are well-formed and have the text as typed; cards are pictures. */
export async function feedFaults(
  { parser, address }: TrappedPage,
  sheets: HostileLetter[],
  count: number,
) {
  const textAt = async (path: string) => (await fetch(new URL(path, address))).text();
  const read = await parsedFeeds(parser, {
    atom: await textAt('/feed.xml'),
    json: await textAt('/feed.json'),
    sitemap: await textAt('/sitemap.xml'),
  });
  const faults: string[] = [];
  if (read.broken > 0) faults.push('feed or sitemap is not well-formed');
  if (read.urls !== count + 1) faults.push(`sitemap has ${read.urls} addresses`);
  for (const sheet of sheets) {
    const entry = read.entries.find(({ id }) => id === sheet.id);
    if (!entry) faults.push(`feed: ${sheet.id} is not there`);
    else faults.push(...differences({ ...entry, contained: true }, inHtml(sheet)).map(on('feed')));
    if (entry && (entry.children !== ENTRY_CHILDREN || entry.foreign > 0)) {
      faults.push(`feed: ${sheet.id} added to it`);
    }
    const item = read.items.find(({ id }) => id === sheet.id);
    if (item?.text !== sheet.content) faults.push('JSON feed: its text is not as it was typed');
    if (!item || item.foreign > 0) faults.push(`JSON feed: ${sheet.id} added to it`);
    else {
      const typed = { ...sheet, content: inHtml(sheet).content };
      faults.push(...differences({ ...item, contained: true }, typed).map(on('JSON feed')));
    }
    const card = await fetch(new URL(`/letter/${sheet.id}/card.png`, address));
    if (card.headers.get('Content-Type') !== 'image/png') faults.push('a card is no picture');
    await card.body?.cancel();
  }
  return faults;
}

/** XML cannot carry these two characters (https://www.w3.org/TR/xml/#charsets), and HTML collapses spaces. */
function inHtml(letter: HostileLetter): HostileLetter {
  const carried = (text: string) => text.replaceAll(/[\ufffe\uffff]/g, '');
  const { title, content, signature } = letter;
  return {
    ...letter,
    title: carried(title),
    content: carried(content).replaceAll(/[ \t\u00a0]+/g, ' '),
    signature: carried(signature),
  };
}

/** Titles that change while the home page is open. */
export async function liveFaults(
  trapped: TrappedPage,
  owner: Owner,
  letters: HostileLetter[],
  titles: string[],
) {
  const faults: string[] = [];
  // The newest stand in front.
  const front = letters.slice(-PAGE_SIZE);
  await opened(trapped, '/');
  for (let at = 0; at < titles.length; at += front.length) {
    const some = titles.slice(at, at + front.length);
    const now = some.map((title, index) => ({ ...(front[index] as HostileLetter), title }));
    await Promise.all(
      now.map((letter) => owner.update(letter as unknown as LetterJson, { content: 'Short.' })),
    );
    const shown = now.map(({ id, title }) => ({ id, title: title.normalize('NFC') }));
    // Playwright's own waiting evaluates text, which the policy refuses.
    const arrived = await poll(() => isShown(trapped, shown), Boolean, { within: TIMEOUT_MS });
    if (!arrived) faults.push('live: a title did not arrive as it was typed');
    faults.push(...(await trapped.sprung()).map(on('live')));
  }
  return faults;
}

function isShown(
  { page }: TrappedPage,
  letters: { id: string; title: string }[],
): Promise<boolean> {
  return page.evaluate(
    (all) =>
      all.every(({ id, title }) => {
        const link = document.querySelector(`.envelope[href$="/${id}"]`);
        return link?.querySelector('.envelope__title')?.textContent === title;
      }),
    letters,
  );
}

/** The portal's list, and the form of some. */
export async function portalFaults(
  trapped: TrappedPage,
  expected: Expected,
  { listed, edited }: { listed: number; edited: number },
) {
  const { page } = trapped;
  const faults: string[] = [];
  await opened(trapped, '/');
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await page.locator('[name="password"]').fill(MAIN_PASSWORD);
  await page.getByRole('button', { name: 'unlock' }).click();
  const manage = page.getByRole('tab', { name: 'manage letters' });
  await manage.click();
  const lines = page.locator('.manage__letter');
  await lines.first().waitFor();
  while ((await lines.count()) < listed) {
    const before = await lines.count();
    await page.getByRole('button', { name: 'More letters' }).click();
    await lines.nth(before).waitFor();
  }
  const titles = await page.locator('.manage__title').allTextContents();
  const known = new Set([...expected.values()].map(({ title }) => title));
  const strange = titles.filter((title) => !known.has(title)).length;
  if (strange > 0) faults.push(`portal: ${strange} titles are not as they were typed`);
  for (let at = 0; at < edited; at += 1) {
    // Back from the form, the list begins with its first page again.
    const line = lines.nth(Math.floor((at * Math.min(PORTAL_PAGE, titles.length)) / edited));
    const title = (await line.locator('.manage__title').textContent()) ?? '';
    await line.getByRole('button', { name: /^edit/ }).click();
    const form = {
      title: await page.locator('[name="title"]').inputValue(),
      content: await page.locator('[name="content"]').inputValue(),
      signature: await page.locator('[name="signature"]').inputValue(),
    };
    const right = [...expected.values()].some(
      (letter) =>
        letter.title === title &&
        form.title === onOneLine(letter.title) &&
        form.content === letter.content &&
        form.signature === onOneLine(letter.signature),
    );
    if (!right) faults.push('portal: a form is not filled with what was typed');
    await page.getByRole('button', { name: 'Cancel Edit' }).click();
    await manage.click();
    await lines.first().waitFor();
  }
  return [...faults, ...(await trapped.sprung()).map(on('portal'))];
}

/** A field of one line leaves line breaks out. */
function onOneLine(text: string): string {
  return text.replaceAll('\n', '');
}
