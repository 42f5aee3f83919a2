import type { DocumentSnapshot } from '@google-cloud/firestore';
import { readDate, readInstant } from '#core/date.ts';
import type { Connection } from './connection.ts';
import { letterIdOf, readLetter } from './letter-document.ts';

/** What can be wrong with a letter's document, in words for the owner. */
const FAULTS: { of: (document: DocumentSnapshot) => boolean; words: (count: string) => string }[] =
  [
    {
      of: ({ id }) => letterIdOf(id) === null,
      words: (count) =>
        `${count} in the collection letters cannot be shown, because no link can carry the id.`,
    },
    {
      of: (document) => readLetter(document)?.placed === false,
      words: (count) =>
        `${count} in the collection letters came from elsewhere and cannot be listed yet. Start the site once to take in what is new.`,
    },
    {
      of: (document) =>
        ['title', 'content'].some((field) => typeof document.get(field) !== 'string'),
      words: (count) => `${count} in the collection letters has no title or no content.`,
    },
    {
      of: (document) =>
        ['date', 'customDate'].some((field) => !readDate(document.get(field)).isReadable) ||
        ['createdAt', 'updatedAt'].some((field) => !readInstant(document.get(field)).isReadable),
      words: (count) => `${count} in the collection letters has a date that cannot be read.`,
    },
  ];

/** Reads every letter. */
export async function faultsIn({ streaming, stream }: Connection): Promise<string[]> {
  const counts = FAULTS.map(() => 0);
  for await (const document of stream(streaming.collection('letters'))) {
    for (const [at, fault] of FAULTS.entries()) {
      if (fault.of(document)) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return FAULTS.flatMap(({ words }, at) => {
    const count = counts[at] ?? 0;
    if (count === 0) return [];
    return [words(count === 1 ? '1 document' : `${count} documents`)];
  });
}
