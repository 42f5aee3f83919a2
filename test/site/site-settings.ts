import type { SiteSettings } from '../../http/pages/create-site.ts';

/** A site as it is without any configuration but its owner's name. */
export const SITE_SETTINGS: SiteSettings = {
  siteUrl: 'http://localhost',
  siteTitle: 'Letters',
  ownerName: 'Ines Aldana',
  letterLanguage: null,
  envelopeImageUrl: null,
  accentColor: null,
  seal: null,
};
