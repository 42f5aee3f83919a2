import type { OwnLook } from '#core/card.ts';
import { StoreUnavailable } from '#core/errors.ts';
import type { LetterLanguage } from '#core/letter-language.ts';
import type { Log } from '#core/log.ts';
import { PAGE_SIZE, type Site } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import type { Hub } from '../../live/hub.ts';
import { readNumberedPage } from '../visible-page.ts';
import { accentStyle } from './accent-style.ts';

export interface SiteSettings extends OwnLook {
  siteUrl: string;
  siteTitle: string;
  ownerName: string;
  letterLanguage: LetterLanguage | null;
  envelopeImageUrl: string | null;
}

/** The `Site` that loaders are given: settings, and reads of the store. */
export function createSite(
  settings: SiteSettings,
  letters: Letters,
  hub: Hub,
  log: Log,
  cardVersion: Site['cardVersion'],
): Site {
  return {
    title: settings.siteTitle,
    ownerName: settings.ownerName,
    letterLanguage: settings.letterLanguage,
    url: settings.siteUrl,
    envelopeImageUrl: settings.envelopeImageUrl,
    seal: settings.seal,
    style: accentStyle(settings.accentColor),
    visibleLetters: (after) =>
      unlessUnavailable(null, 'The letters could not be loaded.', () =>
        readNumberedPage(hub, letters, PAGE_SIZE, after),
      ),
    letter: (id) =>
      unlessUnavailable('unavailable', 'A letter could not be loaded.', () => letters.get(id)),
    cardVersion,
    neighbours: ({ position }) =>
      unlessUnavailable(null, 'The letters beside one could not be found.', () =>
        letters.neighbours(position),
      ),
    log,
  };

  async function unlessUnavailable<Result, Fallback extends 'unavailable' | null>(
    fallback: Fallback,
    message: string,
    read: () => Promise<Result>,
  ): Promise<Result | Fallback> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log(message, error);
      return fallback;
    }
  }
}
