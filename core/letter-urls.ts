/** A letter's own link, to be shared. @param siteUrl without a slash at its end */
export function letterUrl(siteUrl: string, letterId: string): string {
  return `${siteUrl}/letter/${letterId}`;
}

/**
 * The URL of a letter's card, the image that is shown with its link.
 * @param version changes whenever the image does; null for the card that all hidden letters share
 */
export function cardUrl(siteUrl: string, letterId: string, version: string | null): string {
  const url = `${letterUrl(siteUrl, letterId)}/card.png`;
  return version === null ? url : `${url}?v=${version}`;
}
