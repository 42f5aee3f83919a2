import { letterOf } from '../envelope/find-envelope.ts';
import { nearIn } from '../ui/is-near.ts';

/** The letters' places in the grid: its list items, in order. */
export const allPlaces = () => [...document.querySelectorAll<HTMLElement>('.grid li')];
export const nearPlaces = () => nearIn(document.querySelectorAll('.grid__part'));
const envelopeIn = (place: Element | undefined) =>
  place?.querySelector<HTMLElement>('.envelope') ?? null;
export const letterIn = (place: Element) => letterOf(envelopeIn(place));

/** The envelope after a letter's own, or before it, where there is one. */
export function neighbourOf(place: Element): HTMLElement | null {
  const places: Element[] = allPlaces();
  const at = places.indexOf(place);
  return envelopeIn(places[at + 1] ?? places[at - 1]);
}
