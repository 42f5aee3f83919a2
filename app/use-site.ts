import { useRouteLoaderData } from 'react-router';
import type { Site } from '#core/site.ts';

/** What every page knows of the site. */
export type SiteOnPage = Pick<
  Site,
  'title' | 'ownerName' | 'letterLanguage' | 'url' | 'envelopeImageUrl' | 'seal'
>;

/** The site's data from the root route; a placeholder if that could not be loaded. */
export function useSite(): SiteOnPage {
  return useRouteLoaderData<SiteOnPage>('root') ?? NOWHERE;
}

const NOWHERE: SiteOnPage = {
  title: 'Letters',
  ownerName: '',
  letterLanguage: null,
  url: '',
  envelopeImageUrl: null,
  seal: null,
};
