/** A letter's own link, to be shared. @param siteUrl without a slash at its end */
export function letterUrl(siteUrl: string, letterId: string): string {
  return `${siteUrl}/letter/${letterId}`;
}

/**
 * The picture that a letter's link is shown with.
 * @param version changes whenever the picture does; null: for the one of all hidden letters
 */
export function cardUrl(siteUrl: string, letterId: string, version: string | null): string {
  const url = `${letterUrl(siteUrl, letterId)}/card.png`;
  return version === null ? url : `${url}?v=${version}`;
}
