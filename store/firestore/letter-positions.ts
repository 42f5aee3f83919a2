import type { Letter } from '#core/letter.ts';
import { positionOf, sentAtOf, sentPart } from '#core/position.ts';
import type { Connection } from './connection.ts';

/** The most values in an `in` query: https://firebase.google.com/docs/firestore/quotas */
const MAX_COMPARED = 30;
/** Letters created at the same moment are set apart by up to this many microseconds. */
const LONGEST_STEP = 100;

/** The last parts (`sentPart`) of those of these positions that letters have. */
export async function takenPositions(
  { database, ask }: Connection,
  positions: string[],
): Promise<string[]> {
  const taken: string[] = [];
  for (let at = 0; at < positions.length; at += MAX_COMPARED) {
    const sent = positions.slice(at, at + MAX_COMPARED).map(sentPart);
    const query = database.collection('letters').where('sent', 'in', sent).select('sent');
    const found = await ask(() => query.get());
    taken.push(...found.docs.map((document) => document.get('sent') as string));
  }
  return taken;
}

/**
 * Gives letters of another program positions, by when their documents were created; if one is taken, the
 * next free one. Steps are random, so that a gap hardly reveals a hidden letter.
 */
export async function assignFreePositions(
  connection: Connection,
  letters: Letter[],
): Promise<Letter[]> {
  const used = new Set<number>();
  const assigned: Letter[] = [];
  let open = letters.toSorted((one, other) => sentAtOf(one.position) - sentAtOf(other.position));
  while (open.length > 0) {
    const tried = open.map((letter) => {
      let sentAt = sentAtOf(letter.position);
      while (used.has(sentAt)) sentAt += Math.ceil(Math.random() * LONGEST_STEP) || 1;
      used.add(sentAt);
      return { ...letter, position: positionOf(letter.createdAt, sentAt) };
    });
    const positions = tried.map(({ position }) => position);
    const taken = new Set(await takenPositions(connection, positions));
    assigned.push(...tried.filter(({ position }) => !taken.has(sentPart(position))));
    open = tried.filter(({ position }) => taken.has(sentPart(position)));
  }
  return assigned;
}

/** The position of the letter that was sent last, among these; null when there is none. */
export function lastSent(positions: (string | null)[]): string | null {
  return positions.reduce(
    (last, position) =>
      position !== null && (last === null || sentPart(position) > sentPart(last)) ? position : last,
    null,
  );
}
