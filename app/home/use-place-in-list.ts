import { useEffect, useLayoutEffect } from 'react';
import { findEnvelope } from '../envelope/find-envelope.ts';
import { isUntouched, recall, remember } from '../tab-memory.ts';
import { isNear } from '../ui/is-near.ts';
import { keepInSight } from '../ui/keep-in-sight.ts';
import { lettersMissing } from './fetch-letters.ts';
import { allPlaces, letterIn, nearPlaces } from './grid-places.ts';
import { isAwayFromTop, type VisibleLetters } from './use-visible-letters.ts';

/** The most letters that are fetched to return to one of them. */
const MOST = 500;

/**
 * Where a list was: how far down its page, in pixels; how many letters it had; the first in sight, and
 * how far that lay from the window's top, in pixels.
 */
type Place = [scrolled: number, count: number, letterId: string, top: number];

/** Where the list of an entry of the history was; null when it was at its top. */
export function placeOf(entry?: string): Place | null {
  return JSON.parse(recall('list', entry) || 'null');
}

/** The place to return to; null once it has been found, and where there is none. */
let sought = import.meta.env.SSR ? null : placeOf();

/** Restores a list: fetches as many letters as it had, and scrolls to the one that was in view. */
export function usePlaceInList({ list, reload }: VisibleLetters): void {
  useLayoutEffect(() => {
    if (!sought || !list) return;
    const [, count, letterId, top] = sought;
    if (list.next && list.letters.length < count) return;
    sought = null;
    // Until everything has loaded, the browser may restore the scroll position in pixels, which is wrong now.
    window.history.scrollRestoration = 'manual';
    const place = findEnvelope(letterId)?.closest('li');
    // The letter may have been withdrawn meanwhile.
    if (place) bringTo(place, top);
  });

  useEffect(() => keepInSight(window, document.body, firstInSight, middleOf), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (sought) reload(sought[1]).catch(lettersMissing);
    return remember('list', ({ pathname }) => {
      window.history.scrollRestoration = 'auto';
      // The router is on another page, and has scrolled this one; or the position is not restored yet.
      if (pathname !== '/' || (sought && isUntouched())) return null;
      const place = nearPlaces().find((one) => one.getBoundingClientRect().bottom > 0);
      if (!place || !isAwayFromTop()) return '';
      const count = Math.min(allPlaces().length, MOST);
      return JSON.stringify([window.scrollY, count, letterIn(place), topOf(place)]);
    });
  }, []);
}

/**
 * Scrolls a place to a distance from the window's top, and again in each frame until it and those around it
 * have their real heights, which begins once they are near the window (letter-grid.css). Chromium keeps what
 * is in view in its place by itself only where nothing is animated.
 */
function bringTo(place: HTMLElement, top: number, frame = 0): void {
  if (!place.isConnected || !isUntouched()) return;
  window.scrollBy(0, topOf(place) - top);
  // In the first two, a browser has not yet decided what is near.
  if (frame < 2 || !isNear(place)) requestAnimationFrame(() => bringTo(place, top, frame + 1));
}

/** At the top of the page nothing is to be kept. */
const firstInSight = () =>
  isAwayFromTop() ? nearPlaces().find((place) => middleOf(place) > 0) : undefined;

const middleOf = (place: HTMLElement) => topOf(place) + place.offsetHeight / 2;

/** An envelope's distance from the window's top, in pixels, without the transform of its arrival. */
function topOf({ offsetParent, offsetTop }: HTMLElement): number {
  return (offsetParent?.getBoundingClientRect().top ?? 0) + offsetTop;
}
