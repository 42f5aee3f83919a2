import { CardMeta, PLAIN_ALT } from '../card/card-meta.tsx';
import { StructuredData } from '../structured-data.tsx';

const DESCRIPTION = 'Letters, each in its envelope. Open one to read it.';

interface HomeMetaProps {
  site: { title: string; ownerName: string; url: string };
  after: string | null;
  /** There is no list yet: without JavaScript, the browser reloads. */
  waiting: boolean;
}

export function HomeMeta({ site, after, waiting }: HomeMetaProps) {
  const url = `${site.url}/${after === null ? '' : `?after=${after}`}`;
  return (
    <>
      <title>{site.title}</title>
      <meta name="description" content={DESCRIPTION} />
      <meta name="robots" content="index, follow" />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.title} />
      <meta property="og:title" content={site.title} />
      <meta property="og:description" content={DESCRIPTION} />
      <meta property="og:url" content={url} />
      <CardMeta url={`${site.url}/card.png`} alt={PLAIN_ALT} />
      {waiting && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
    </>
  );
}

/** The site as structured data. */
export function HomeData({ site }: Pick<HomeMetaProps, 'site'>) {
  const url = `${site.url}/`;
  const author = { '@type': 'Person', name: site.ownerName };
  return <StructuredData data={{ '@type': 'Blog', '@id': url, url, name: site.title, author }} />;
}
