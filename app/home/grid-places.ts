import { letterOf } from '../envelope/find-envelope.ts';
import { isNear } from '../ui/is-near.ts';

/** The letters' places in the grid: its list items, in order. */
export const allPlaces = () => [...document.querySelectorAll<HTMLElement>('.grid li')];
/** Asked of each part as a whole: of a thousand letters one by one, it took seven times as long. */
export const nearPlaces = () =>
  [...document.querySelectorAll('.grid__part')]
    .filter(({ firstElementChild }) => firstElementChild && isNear(firstElementChild))
    .flatMap(({ children }) => [...children] as HTMLElement[]);
const envelopeIn = (place: Element | undefined) =>
  place?.querySelector<HTMLElement>('.envelope') ?? null;
export const letterIn = (place: Element) => letterOf(envelopeIn(place));

/** The envelope after a letter's own, or before it, where there is one. */
export function neighbourOf(place: Element): HTMLElement | null {
  const places: Element[] = allPlaces();
  const at = places.indexOf(place);
  return envelopeIn(places[at + 1] ?? places[at - 1]);
}
