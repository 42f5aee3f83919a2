import { languageOf } from '#core/language.ts';
import { useSite } from './use-site.ts';

/** The language of a letter's words, where it can be told. */
export function useLanguage(words: string): string | undefined {
  return languageOf(words, useSite().letterLanguage);
}
