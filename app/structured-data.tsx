import { scriptText } from './script-text.ts';

/** What a page is about, for search engines and other programs. https://schema.org */
export function StructuredData({ data }: { data: object }) {
  const json = scriptText({ '@context': 'https://schema.org', ...data });
  // Data, which no browser runs, whatever a letter says.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped so that it cannot end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
