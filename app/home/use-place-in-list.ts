import { useEffect, useLayoutEffect } from 'react';
import { findEnvelope } from '../envelope/gesture.ts';
import { isUntouched, recall, remember } from '../tab-memory.ts';
import { isAwayFromTop } from './arrivals.tsx';
import { lettersMissing } from './fetch-letters.ts';
import { allPlaces, letterIn, nearPlaces } from './flip-animation.ts';
import type { VisibleLetters } from './use-visible-letters.ts';

/** So many letters are fetched at most to get back to one of them. */
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

/** Null once it has been found, or was not asked for. */
let sought = import.meta.env.SSR ? null : placeOf();

/** Brings a list that has come back to the letter that was looked at, and as many letters with it. */
export function usePlaceInList({ list, reload }: VisibleLetters): void {
  useLayoutEffect(() => {
    if (!sought || !list) return;
    const [, count, letterId, top] = sought;
    if (list.next && list.letters.length < count) return;
    sought = null;
    // Until all has been loaded a browser would scroll once more, by pixels, and other parts are drawn now.
    window.history.scrollRestoration = 'manual';
    const place = findEnvelope(letterId)?.closest('li');
    // It may have been taken back meanwhile.
    if (place && isUntouched()) window.scrollBy(0, topOf(place) - top);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (sought) reload(sought[1]).catch(lettersMissing);
    remember('list', ({ pathname }) => {
      window.history.scrollRestoration = 'auto';
      // The step to another page has scrolled this one already; or it is not back where it was yet.
      if (pathname !== '/' || (sought && isUntouched())) return null;
      const place = nearPlaces().find((one) => one.getBoundingClientRect().bottom > 0);
      if (!place || !isAwayFromTop()) return '';
      const count = Math.min(allPlaces().length, MOST);
      return JSON.stringify([window.scrollY, count, letterIn(place), topOf(place)]);
    });
  }, []);
}

/** How far it lies from the window's top, in pixels; while it comes in, it is still seen elsewhere. */
function topOf({ offsetParent, offsetTop }: HTMLElement): number {
  return (offsetParent?.getBoundingClientRect().top ?? 0) + offsetTop;
}
