import { letterUrl } from '../use-site.ts';

const TITLE = 'A letter for you!';
const DESCRIPTION = 'Someone has written you a letter. Open the envelope to read it.';

/** The size of the social image, in pixels. */
const CARD = { width: '1200', height: '630' };

interface LetterMetaProps {
  letter: { id: string; hidden: boolean };
  siteUrl: string;
}

/**
 * What search engines and chat previews are told: that there is a letter, and nothing of what it
 * says. A hidden letter asks not to be found by search, for it is reached by its link alone.
 */
export function LetterMeta({ letter, siteUrl }: LetterMetaProps) {
  const url = letterUrl(siteUrl, letter.id);
  return (
    <>
      <title>{TITLE}</title>
      <meta name="description" content={DESCRIPTION} />
      <meta name="robots" content={letter.hidden ? 'noindex, nofollow' : 'index, follow'} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={TITLE} />
      <meta property="og:description" content={DESCRIPTION} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${url}/card.png`} />
      <meta property="og:image:width" content={CARD.width} />
      <meta property="og:image:height" content={CARD.height} />
      <meta property="og:image:alt" content="A closed envelope with a wax seal" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
