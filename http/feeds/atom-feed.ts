import { languageOf } from '#core/language.ts';
import type { Letter } from '#core/letter.ts';
import { letterUrl } from '#core/letter-urls.ts';
import type { SiteSettings } from '../pages/create-site.ts';
import { escapeMarkup } from './escape-markup.ts';
import { type FeedPage, feedUrl, instant, publishedAt, updatedAt } from './feed-page.ts';
import { letterHtml } from './letter-html.ts';

export const ATOM = '/feed.xml';

/** https://www.rfc-editor.org/rfc/rfc4287, in pages: https://www.rfc-editor.org/rfc/rfc5005 */
export function atomFeed({ settings, letters, after, next }: FeedPage): string {
  const { siteUrl, siteTitle, ownerName } = settings;
  const updated = Math.max(0, ...letters.map(updatedAt));
  const pages = [link('self', feedUrl(settings, ATOM, after))];
  if (after !== null) pages.push(link('first', feedUrl(settings, ATOM, null)));
  if (next !== null) pages.push(link('next', feedUrl(settings, ATOM, next)));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${languageAttribute(settings.letterLanguage?.tag)}>
<title>${escapeMarkup(siteTitle)}</title>
<id>${escapeMarkup(siteUrl)}/</id>
<icon>${escapeMarkup(siteUrl)}/apple-touch-icon.png</icon>
<link href="${escapeMarkup(siteUrl)}/" type="text/html"/>
${pages.join('\n')}
<updated>${instant(updated)}</updated>
<author><name>${escapeMarkup(ownerName)}</name></author>
${letters.map((letter) => entry(letter, settings)).join('')}</feed>
`;
}

/** @param language '' where the language of the enclosing element does not apply */
function languageAttribute(language: string | undefined): string {
  return language === undefined ? '' : ` xml:lang="${language}"`;
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escapeMarkup(href)}" type="application/atom+xml"/>`;
}

/** A letter without a date has no `published`, which Atom does not require of an entry, unlike `updated`. */
function published(letter: Letter): string {
  const at = publishedAt(letter);
  return at === null ? '' : `<published>${instant(at)}</published>\n`;
}

function entry(letter: Letter, { siteUrl, letterLanguage }: SiteSettings): string {
  const address = escapeMarkup(letterUrl(siteUrl, letter.id));
  const language = languageOf(letter.content, letterLanguage);
  return `<entry${languageAttribute(language ?? (letterLanguage ? '' : undefined))}>
<title>${escapeMarkup(letter.title)}</title>
<id>${address}</id>
<link href="${address}" type="text/html"/>
${published(letter)}<updated>${instant(updatedAt(letter))}</updated>
<author><name>${escapeMarkup(letter.signature)}</name></author>
<content type="html">${escapeMarkup(letterHtml(letter.content, language))}</content>
</entry>
`;
}
