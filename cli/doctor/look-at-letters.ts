import { isCalendarDay } from '#core/date.ts';
import { isBlank, type Letter } from '#core/letter.ts';
import { countLetters } from '../terminal/count-letters.ts';
import { type Finding, note } from './finding.ts';

type Looked = Pick<Letter, 'id' | 'title' | 'date' | 'hidden'>;

/** Shorter ids come from elsewhere and may be counted up, or words. Ours have 22 characters. */
const HARD_TO_GUESS = 16;

/** Looks at letters one by one. */
export function lookAtLetters() {
  const seen = { letters: 0, hidden: 0, guessable: 0, unreadableDates: 0, blankTitles: 0 };
  return {
    look({ id, title, date, hidden }: Looked): void {
      seen.letters += 1;
      if (hidden) seen.hidden += 1;
      if (hidden && id.length < HARD_TO_GUESS) seen.guessable += 1;
      if (date !== null && !isCalendarDay(date)) seen.unreadableDates += 1;
      if (isBlank(title)) seen.blankTitles += 1;
    },

    looked: () => seen.letters,

    /** `33 letters, 4 of them hidden` */
    count(): string {
      const hidden = seen.hidden === 0 ? 'none' : seen.hidden.toLocaleString('en-US');
      return `${countLetters(seen.letters)}, ${hidden} of them hidden`;
    },

    /** What may be intended, but is worth a look in the portal. */
    oddities(): Finding[] {
      const findings: Finding[] = [];
      if (seen.guessable > 0) {
        findings.push(
          note(
            `${lettersHave(seen.guessable)} a link too short for a hidden letter: it may be guessed, so send a new letter instead.`,
          ),
        );
      }
      if (seen.unreadableDates > 0) {
        findings.push(
          note(
            `${lettersHave(seen.unreadableDates)} a date that cannot be read: look for "Invalid date" in the portal's list.`,
          ),
        );
      }
      if (seen.blankTitles > 0) {
        findings.push(note(`${lettersHave(seen.blankTitles)} no title; the envelope is blank.`));
      }
      return findings;
    },
  };
}

/** `1 letter has`, `2 letters have`. */
function lettersHave(count: number): string {
  return `${countLetters(count)} ${count === 1 ? 'has' : 'have'}`;
}
