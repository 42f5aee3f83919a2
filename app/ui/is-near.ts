/** Not in a part of a list that is not laid out (content-visibility), where a browser can tell. */
export const isNear = (place: Element) =>
  place.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;

/**
 * The places in those parts of a list that are near. Each part is asked as a whole: to ask a thousand places one by
 * one took seven times as long.
 */
export const nearIn = (parts: Iterable<Element>) =>
  [...parts]
    .filter(({ firstElementChild }) => firstElementChild && isNear(firstElementChild))
    .flatMap(({ children }) => [...children] as HTMLElement[]);
