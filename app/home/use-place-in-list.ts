import { useEffect, useLayoutEffect } from 'react';
import { letGo } from '../envelope/bring-into-view.ts';
import { findEnvelope } from '../envelope/find-envelope.ts';
import { isUntouched, recall, remember } from '../tab-memory.ts';
import { lettersMissing } from './fetch-letters.ts';
import { allPlaces, isNear, letterIn, nearPlaces } from './grid-places.ts';
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

/** Milliseconds after which a reader who has scrolled looks at what is in sight. */
const LOOK_MS = 100;
/** By how many pixels browsers may move a list by themselves, for they round; no reader scrolls by so few. */
const ROUNDED_PX = 8;

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
    if (place) bringTo(place, () => topOf(place) - top, isUntouched);
  });

  useEffect(keepInSight, []);

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
 * Scrolls to a place, and again in each frame until it and those around it have their real heights, which
 * begins once they are near the window (letter-grid.css). Chromium keeps what is in view in its place by itself
 * only where nothing is animated.
 * @param away how far it is from where it should be, in pixels
 */
function bringTo(
  place: HTMLElement,
  away: () => number,
  mayScroll: () => boolean,
  frame = 0,
): void {
  if (!place.isConnected || !mayScroll()) return;
  window.scrollBy(0, away());
  // In the first two, a browser has not yet decided what is near.
  if (frame < 2 || !isNear(place)) {
    requestAnimationFrame(() => bringTo(place, away, mayScroll, frame + 1));
  }
}

/**
 * Keeps the first envelope in sight where it is when the window becomes wider or narrower, as when a phone is
 * turned: the rows above it become others. Safari does not do so by itself, and Chromium not in this list.
 * @returns stops keeping it
 */
function keepInSight(): () => void {
  let letterId = '';
  /** How far its middle, which is in sight, lay from the window's top, in pixels. */
  let middle = 0;
  let width = document.body.clientWidth;
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    // A window that is turned may not be laid out yet. Turned back, it shows the same as before, if nobody has scrolled.
    if (document.body.clientWidth !== width) return;
    const before = placeIn(letterId);
    if (before && Math.abs(middleOf(before) - middle) < ROUNDED_PX) return;
    const place = allPlaces().find((one) => isNear(one) && middleOf(one) > 0);
    letterId = place && isAwayFromTop() ? letterIn(place) : '';
    if (place) middle = middleOf(place);
  };
  const scrolled = () => {
    clearTimeout(timer);
    timer = setTimeout(look, LOOK_MS);
  };
  const observer = new ResizeObserver(() => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    // An envelope into which a letter was just closed would be held where it lay in the window before.
    letGo();
    const place = placeIn(letterId);
    if (!place) return;
    const asWide = width;
    bringTo(
      place,
      () => middleOf(place) - middle,
      () => asWide === width,
    );
  });
  window.addEventListener('scroll', scrolled);
  observer.observe(document.body);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', scrolled);
    observer.disconnect();
  };
}

const placeIn = (letterId: string) =>
  letterId === '' ? null : findEnvelope(letterId)?.closest('li');

const middleOf = (place: HTMLElement) => topOf(place) + place.offsetHeight / 2;

/** An envelope's distance from the window's top, in pixels, without the transform of its arrival. */
function topOf({ offsetParent, offsetTop }: HTMLElement): number {
  return (offsetParent?.getBoundingClientRect().top ?? 0) + offsetTop;
}
