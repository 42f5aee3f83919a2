import type { Words } from './letter-ledger.ts';
import type { Change, Writer } from './letter-writer.ts';

/** A letter's columns. */
type FoundLetter = Record<string, unknown>;

/**
 * Whether a copy made while letters were written is a snapshot of one moment. Each writer makes one
 * change after the other, so the copy must have the result of a writer's first few changes: at least
 * those answered before the copy began, and none sent after it ended. And it may lack no change that is
 * older, whoever made it, than one that it has.
 */
export function faultsOfMoment(
  writers: Writer[],
  letters: FoundLetter[],
  copy: { began: number; ended: number },
): string[] {
  const byMark = new Map(
    letters.map((letter) => [String(letter.title).split(' ')[0] ?? '', letter]),
  );
  const faults: string[] = [];
  let lastIn = Number.NEGATIVE_INFINITY;
  let firstOut = Number.POSITIVE_INFINITY;
  for (const { entries, changes } of writers) {
    const name = entries[0]?.mark.split('-')[0];
    const own = new Map(entries.map(({ mark }) => [mark, byMark.get(mark)]));
    const counts = countsLeadingTo(changes, own);
    if (counts === null) {
      faults.push(`What is there of ${name} never was so.`);
      continue;
    }
    const lastBefore = changes.findLastIndex(
      ({ answeredAt }) => answeredAt !== null && answeredAt < copy.began,
    );
    if (counts.most <= lastBefore) {
      faults.push(`A change by ${name} from before it began is not in it.`);
    }
    const lastSent = changes[counts.fewest - 1]?.sentAt ?? lastIn;
    if (lastSent > copy.ended) faults.push(`A change by ${name} from after its end is in it.`);
    lastIn = Math.max(lastIn, lastSent);
    firstOut = Math.min(firstOut, changes[counts.most]?.answeredAt ?? firstOut);
  }
  if (firstOut < lastIn) faults.push('The backup contains a change, but not an earlier one.');
  return faults;
}

/**
 * How many of a writer's changes lead to the state of the copy; null when no number does. There is only one
 * such number, unless a letter came and went with nothing in between.
 */
function countsLeadingTo(changes: Change[], there: Map<string, FoundLetter | undefined>) {
  /** Letters whose state, after the changes so far, differs from the copy. */
  const different = new Set([...there].filter(([, letter]) => letter).map(([mark]) => mark));
  const counts: number[] = different.size === 0 ? [0] : [];
  for (const [at, { entry, words }] of changes.entries()) {
    const letter = there.get(entry.mark);
    const same = letter && words ? says(letter, words) : !letter && !words;
    if (same) different.delete(entry.mark);
    else different.add(entry.mark);
    if (different.size === 0) counts.push(at + 1);
  }
  const [fewest] = counts;
  return fewest === undefined ? null : { fewest, most: counts.at(-1) ?? fewest };
}

function says({ title, content, hidden }: FoundLetter, words: Words): boolean {
  return title === words.title && content === words.content && hidden === Number(words.hidden);
}
