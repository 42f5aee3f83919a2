/** Not in a part of a list that is not laid out (content-visibility), where a browser can tell. */
export const isNear = (place: Element) =>
  place.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;
