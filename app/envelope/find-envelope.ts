/**
 * The envelope of a letter, by its link: an id beside that would cost a page of 24 letters 80 bytes.
 * @param letterId '' for the one letter that a page is about
 */
export function findEnvelope(letterId: string): HTMLElement | null {
  const link = `[href$="/${CSS.escape(letterId)}"]`;
  // On its own page, its link leads to the card there.
  return document.querySelector(`.envelope${letterId && `:is(${link},[href="#letter"])`}`);
}

/** The id of an envelope's letter; '' without one, or without a link, as in the portal. */
export function letterOf(envelope: Element | null): string {
  return (envelope as HTMLAnchorElement | null)?.pathname?.slice('/letter/'.length) ?? '';
}
