import { useRouteLoaderData } from 'react-router';
import type { Site } from '#core/site.ts';

/** What every page knows of the site. */
export type SiteOnPage = Pick<
  Site,
  'title' | 'ownerName' | 'letterLanguage' | 'url' | 'envelopeImageUrl' | 'seal'
>;

/** Missing only where the root itself could not be loaded. */
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
