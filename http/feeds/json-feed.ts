import { languageOf } from '#core/language.ts';
import type { Letter } from '#core/letter.ts';
import { letterUrl } from '#core/letter-urls.ts';
import type { SiteSettings } from '../pages/create-site.ts';
import { type FeedPage, feedUrl, instant, publishedAt } from './feed-page.ts';
import { letterHtml } from './letter-html.ts';

export const JSON_FEED = '/feed.json';

/** https://www.jsonfeed.org/version/1.1/ */
export function jsonFeed({ settings, letters, after, next, cardUrl }: FeedPage): string {
  const { siteUrl, siteTitle, ownerName } = settings;
  // Not favicon.svg, which browsers show on no other site, and many readers cannot draw.
  const icon = `${siteUrl}/apple-touch-icon.png`;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: siteTitle,
    home_page_url: `${siteUrl}/`,
    feed_url: feedUrl(settings, JSON_FEED, after),
    ...(next !== null && { next_url: feedUrl(settings, JSON_FEED, next) }),
    icon,
    favicon: icon,
    authors: [{ name: ownerName, url: `${siteUrl}/` }],
    language: settings.letterLanguage?.tag,
    items: letters.map((letter) => item(letter, settings, cardUrl(letter))),
  });
}

/** Fields that a letter lacks are left out. */
function item(letter: Letter, { siteUrl, letterLanguage }: SiteSettings, image: string) {
  const { id, title, content, signature, updatedAt } = letter;
  const published = publishedAt(letter);
  const url = letterUrl(siteUrl, id);
  const language = languageOf(content, letterLanguage);
  return {
    id: url,
    url,
    title,
    content_html: letterHtml(content, language),
    content_text: content,
    image,
    date_published: published === null ? undefined : instant(published),
    date_modified: updatedAt === null ? undefined : instant(updatedAt),
    authors: [{ name: signature }],
    language,
  };
}
