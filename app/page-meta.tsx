import { CARD } from '#core/card.ts';

interface PageMetaProps {
  type: 'website' | 'article';
  siteName: string;
  title: string;
  description: string;
  robots: 'index, follow' | 'noindex, nofollow';
  /** Absolute, as is the card's, because previews have no base address. */
  url: string;
  cardUrl: string;
  /** What is on the card, for those who cannot see it. */
  cardAlt?: string | undefined;
}

/** What search engines and chat previews are told of a page. */
export function PageMeta(props: PageMetaProps) {
  const { type, siteName, title, description, robots, url, cardUrl } = props;
  const { cardAlt = 'A closed envelope with a wax seal' } = props;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="robots" content={robots} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={cardUrl} />
      <meta property="og:image:width" content={String(CARD.width)} />
      <meta property="og:image:height" content={String(CARD.height)} />
      <meta property="og:image:alt" content={cardAlt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
