interface HomeMetaProps {
  site: { title: string; url: string };
  after: string | null;
  /** There is no list yet: without JavaScript, the browser asks again. */
  waiting: boolean;
}

export function HomeMeta({ site, after, waiting }: HomeMetaProps) {
  const url = `${site.url}/${after === null ? '' : `?after=${after}`}`;
  return (
    <>
      <title>{site.title}</title>
      <meta name="description" content="Letters, each in its envelope. Open one to read it." />
      <meta name="robots" content="index, follow" />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={site.title} />
      <meta property="og:url" content={url} />
      {waiting && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
    </>
  );
}
