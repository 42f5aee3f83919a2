import { CARD } from '#core/card.ts';

interface CardMetaProps {
  /** Absolute, because previews have no base address. */
  url: string;
  /** A description, for those who cannot see it. */
  alt: string;
}

/** The picture that a shared link is shown with. */
export function CardMeta({ url, alt }: CardMetaProps) {
  return (
    <>
      <meta property="og:image" content={url} />
      <meta property="og:image:width" content={String(CARD.width)} />
      <meta property="og:image:height" content={String(CARD.height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export const PLAIN_ALT = 'A closed envelope with a wax seal';
