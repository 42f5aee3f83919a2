import type { Page } from '@playwright/test';
import type { HostileLetter } from './hostile-letters.ts';

/** What a page shows of one letter. */
interface SeenLetter {
  id: string;
  title: string;
  /** Absent on a closed envelope. */
  content?: string;
  signature?: string;
  /** Elements with the names of their attributes, to which text must add nothing. */
  shape: string;
  /** Whether the writing direction of its text is isolated, and the date beside it reads correctly. */
  contained: boolean;
}

/** Every envelope on the page that is open. Runs in the browser. */
export function envelopesOn(page: Page): Promise<SeenLetter[]> {
  return page.evaluate(() => {
    const ends = (element: Element | null) => {
      if (!element) return false;
      const { unicodeBidi, display } = getComputedStyle(element);
      return /isolate|plaintext/.test(unicodeBidi) || !display.startsWith('inline');
    };
    const readsForward = (element: Element | null) => {
      const text = element?.firstChild;
      const length = text?.textContent?.length ?? 0;
      if (!text || length < 2) return false;
      const left = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      };
      return left(0) < left(length - 1);
    };
    return [...document.querySelectorAll('.grid .envelope, .letter-alone .envelope')].map(
      (link) => {
        const title = link.querySelector('.envelope__title');
        const date = link.querySelector('.envelope__date');
        const shape = [...link.querySelectorAll('*')]
          // The mark of a post office stands only where there is a day.
          .filter((element) => !element.closest('.envelope__postmark'))
          .map((element) => [element.tagName, ...element.getAttributeNames().sort()].join(' '))
          .join('\n')
          .replaceAll(' lang', '');
        return {
          id: link.getAttribute('href')?.split('/').at(-1) ?? '',
          title: title?.textContent ?? '',
          shape,
          contained: ends(title) && ends(date) && readsForward(date),
        };
      },
    );
  });
}

/** The sheet of the page that is open, when it is open too. Runs in the browser. */
export function sheetOn(page: Page): Promise<Omit<SeenLetter, 'id' | 'shape'>> {
  return page.evaluate(() => {
    const text = (name: string) => document.querySelector(`.sheet ${name}`)?.textContent ?? '';
    const ends = (name: string) => {
      const element = document.querySelector(`.sheet ${name}`);
      if (!element) return false;
      const { unicodeBidi, display } = getComputedStyle(element);
      return /isolate|plaintext/.test(unicodeBidi) || !display.startsWith('inline');
    };
    return {
      title: text('.sheet__title'),
      content: text('.sheet__content'),
      signature: text('.sheet__signature'),
      contained: [
        '.sheet__title',
        '.sheet__date bdi',
        '.sheet__content',
        '.sheet__signature bdi',
      ].every(ends),
    };
  });
}

/** Pages of letters as the server sends them, read by the browser's own parser without being run. */
export function parsedPages(page: Page, documents: string[]): Promise<Omit<SeenLetter, 'id'>[]> {
  return page.evaluate(
    (texts) =>
      texts.map((text) => {
        // What stands on the envelope, in the letter and in the data for programs.
        const agrees = (page: Document) => {
          const words = (name: string) => page.querySelector(name)?.textContent ?? '';
          const data = JSON.parse(words('script[type="application/ld+json"]'));
          const titles = new Set([
            words('.envelope__title'),
            words('.sheet__title'),
            data.headline,
          ]);
          return titles.size === 1 && data.author.name === words('.sheet__signature');
        };
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        const words = (name: string) => parsed.querySelector(name)?.textContent ?? '';
        const isBlock = (element: Element) =>
          element.matches('.sheet__content > :is(p, span)') &&
          element.attributes.length === Number(element.matches('.verse'));
        const isLine = ({ tagName, parentElement, attributes }: Element) =>
          tagName === 'SPAN' &&
          parentElement?.matches('.sheet__content > p') &&
          [...attributes].every(({ name }) => name === 'dir' || name === 'data-hang');
        const isBreak = (element: Element) =>
          element.matches('.sheet__content > p > br') && element.attributes.length === 0;
        const shape = [...parsed.querySelectorAll('*')]
          // Of which each letter has as many as it has.
          .filter((element) => !isBlock(element) && !isLine(element) && !isBreak(element))
          .map((element) => [element.tagName, ...element.getAttributeNames().sort()].join(' '))
          .join('\n')
          .replaceAll(' lang', '');
        return {
          title: words('.sheet__title'),
          content: words('.sheet__content'),
          signature: words('.sheet__signature'),
          shape: agrees(parsed) ? shape : 'two titles or signatures',
          contained: true,
        };
      }),
    documents,
  );
}

/** Both feeds, and how many addresses a sitemap has, read by the browser's own parsers. */
export function parsedFeeds(
  page: Page,
  { atom, json, sitemap: map }: { atom: string; json: string; sitemap: string },
) {
  return page.evaluate(
    ([atom, map, json]) => {
      const [feed, sitemap] = [atom, map].map((text) =>
        new DOMParser().parseFromString(text, 'application/xml'),
      ) as [Document, Document];
      const inert = new DOMParser().parseFromString('', 'text/html').body;
      /** What is read of HTML, however wide its blanks are, and how much in it should not be there. */
      const read = (html: string) => {
        inert.innerHTML = html;
        const names = [...inert.querySelectorAll('*')].map(({ tagName }) => tagName);
        const foreign = names.filter((name) => !['P', 'BR'].includes(name)).length;
        return { content: (inert.textContent ?? '').replaceAll(/[ \t\u00a0]+/g, ' '), foreign };
      };
      const text = (entry: Element, name: string) =>
        entry.getElementsByTagName(name)[0]?.textContent ?? '';
      return {
        broken: [feed, sitemap].filter((xml) => xml.querySelector('parsererror')).length,
        urls: sitemap.getElementsByTagName('url').length,
        entries: [...feed.getElementsByTagName('entry')].map((entry) => ({
          id: text(entry, 'id').replace(/^.*\//, ''),
          title: text(entry, 'title'),
          ...read(text(entry, 'content')),
          signature: text(entry, 'name'),
          children: entry.children.length,
        })),
        items: (JSON.parse(json).items as Record<string, string>[]).map((item) => ({
          id: (item.id ?? '').replace(/^.*\//, ''),
          title: item.title ?? '',
          text: item.content_text ?? '',
          ...read(item.content_html ?? ''),
          signature: (item.authors as unknown as { name: string }[])[0]?.name ?? '',
        })),
      };
    },
    [atom, map, json] as const,
  );
}

/** What is wrong with what is seen of a letter, without its words. */
export function differences(
  seen: Omit<SeenLetter, 'id' | 'shape'> & { shape?: string },
  letter: HostileLetter,
  shape?: string,
): string[] {
  const faults: string[] = [];
  if (seen.title !== letter.title) faults.push('its title is not as it was typed');
  if (seen.content !== undefined && seen.content !== letter.content) {
    faults.push('its body is not as it was typed');
  }
  if (seen.signature !== undefined && seen.signature !== letter.signature) {
    faults.push('its signature is not as it was typed');
  }
  if (shape !== undefined && seen.shape !== shape) faults.push('it added to the page');
  if (!seen.contained) faults.push('its writing direction affects the text after it');
  return faults.map((fault) => `${letter.id}: ${fault}`);
}
