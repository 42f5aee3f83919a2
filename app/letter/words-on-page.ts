import { createContext, use, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';

type Words = Pick<LetterJson, 'content' | 'signature'>;

/** On the server, the words of the letter that a page is about; null in a browser. */
export const WordsContext = createContext<Words | null>(null);

/** A browser reads the words from the markup, so that a long letter is not sent twice. */
export function useWordsOnPage(): Words {
  const given = use(WordsContext);
  const [words] = useState(() => given ?? readWords());
  return words;
}

function readWords(): Words {
  const text = (part: string) => document.querySelector(part)?.textContent ?? '';
  return { content: text('.sheet__content'), signature: text('.sheet__signature') };
}
