import { useRouteLoaderData } from 'react-router';
import type { loader } from './root.tsx';

/** What every page knows of the site. Missing only where the root itself could not be loaded. */
export function useSite() {
  return useRouteLoaderData<typeof loader>('root') ?? NOWHERE;
}

const NOWHERE: Awaited<ReturnType<typeof loader>> = {
  title: 'Letters',
  ownerName: '',
  letterLanguage: null,
  url: '',
  envelopeImageUrl: null,
  seal: null,
};
