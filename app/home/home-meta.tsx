import { PageMeta } from '../page-meta.tsx';
import { StructuredData } from '../structured-data.tsx';

interface HomeMetaProps {
  site: { title: string; ownerName: string; url: string };
  after: string | null;
  /** There is no list yet: without JavaScript, the browser reloads. */
  waiting: boolean;
}

export function HomeMeta({ site, after, waiting }: HomeMetaProps) {
  return (
    <>
      <PageMeta
        type="website"
        siteName={site.title}
        title={site.title}
        description="Letters, each in its envelope. Open one to read it."
        robots="index, follow"
        url={`${site.url}/${after === null ? '' : `?after=${after}`}`}
        cardUrl={`${site.url}/card.png`}
      />
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
