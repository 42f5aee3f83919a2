import { formatDate, isCalendarDay } from '#core/date.ts';
import type { Letter } from '#core/letter.ts';
import { cardUrl, letterUrl } from '#core/letter-urls.ts';
import { PageMeta } from '../page-meta.tsx';
import { StructuredData } from '../structured-data.tsx';
import { useLanguage } from '../use-language.ts';

interface LetterMetaProps {
  /** `card` is the version of the letter's card; null for a hidden letter, which has none of its own. */
  letter: Pick<Letter, 'id' | 'title' | 'date' | 'hidden'> & { card: string | null };
  site: { url: string; title: string };
}

/**
 * What search engines and chat previews are told: that there is a letter, and of a visible one what
 * its envelope shows. A hidden letter asks not to be found by search, for it is reached by its link
 * alone, and its preview is that of every hidden letter.
 */
export function LetterMeta({ letter, site }: LetterMetaProps) {
  return (
    <PageMeta
      type="article"
      siteName={site.title}
      title="A letter for you!"
      description="Someone has written you a letter. Open the envelope to read it."
      robots={letter.hidden ? 'noindex, nofollow' : 'index, follow'}
      url={letterUrl(site.url, letter.id)}
      cardUrl={cardUrl(site.url, letter.id, letter.card)}
      cardAlt={letter.hidden ? undefined : altOf(letter)}
    />
  );
}

interface LetterDataProps extends LetterMetaProps {
  signature: string;
}

/** A visible letter as structured data; of a hidden one there is none. */
export function LetterData({ letter, site, signature }: LetterDataProps) {
  const inLanguage = useLanguage(letter.title);
  if (letter.hidden) return null;
  const url = letterUrl(site.url, letter.id);
  const data = {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    headline: letter.title,
    image: cardUrl(site.url, letter.id, letter.card),
    author: { '@type': 'Person', name: signature },
    isPartOf: { '@type': 'Blog', '@id': `${site.url}/`, name: site.title },
    datePublished: isCalendarDay(letter.date) ? letter.date : undefined,
    inLanguage,
  };
  return <StructuredData data={data} />;
}

function altOf({ title, date }: LetterMetaProps['letter']): string {
  return isCalendarDay(date)
    ? `An envelope: ${title}, ${formatDate(date)}`
    : `An envelope: ${title}`;
}
