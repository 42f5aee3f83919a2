/** A site as it is without any configuration but its owner's name. */
export const SITE_SETTINGS = {
  siteUrl: 'http://localhost',
  siteTitle: 'Letters',
  ownerName: 'Ines Aldana',
  letterLanguage: null,
  envelopeImageUrl: null,
  accentColor: null,
  seal: null,
};
