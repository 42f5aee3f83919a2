import type { DocumentSnapshot } from '@google-cloud/firestore';
import type { Letter } from '#core/letter.ts';
import { positionOf, sentAtOf, sentPart } from '#core/position.ts';
import type { Connection } from './connection.ts';
import type { Reading } from './letter-document.ts';

/** The most values in an `in` query: https://firebase.google.com/docs/firestore/quotas */
const MAX_COMPARED = 30;
/** Letters created at the same moment are set apart by up to this many microseconds. */
const LONGEST_STEP = 100;

/** The documents of letters, with the field `sent` alone, that have one of these positions. */
async function documentsAt(
  { database, ask }: Connection,
  positions: string[],
): Promise<DocumentSnapshot[]> {
  const found: DocumentSnapshot[] = [];
  for (let at = 0; at < positions.length; at += MAX_COMPARED) {
    const sent = positions.slice(at, at + MAX_COMPARED).map(sentPart);
    const query = database.collection('letters').where('sent', 'in', sent).select('sent');
    const { docs } = await ask(() => query.get());
    found.push(...docs);
  }
  return found;
}

/** The last parts (`sentPart`) of those of these positions that letters have. */
export async function takenPositions(
  connection: Connection,
  positions: string[],
): Promise<string[]> {
  const found = await documentsAt(connection, positions);
  return found.map((document) => document.get('sent') as string);
}

/** The ids of the documents at one of these positions that are copies; see `copiesAmong`. */
export async function copiesAt(connection: Connection, positions: string[]): Promise<Set<string>> {
  const copies = copiesAmong(await documentsAt(connection, positions));
  return new Set(copies.map(({ id }) => id));
}

/**
 * Those of some documents that have the position of one that is older: somebody has added a document that is
 * similar to another, as the console offers, with all of its fields.
 */
export function copiesAmong(documents: DocumentSnapshot[]): DocumentSnapshot[] {
  const age = ({ createTime, id }: DocumentSnapshot) => `${createTime?.valueOf()} ${id}`;
  const seen = new Set<unknown>();
  return documents
    .toSorted((one, other) => (age(one) < age(other) ? -1 : 1))
    .filter((document) => {
      const sent = document.get('sent');
      const isCopy = typeof sent === 'string' && sent !== '' && seen.has(sent);
      seen.add(sent);
      return isCopy;
    });
}

/** The positions of letters, by their ids: a free one for each that has none of ours. */
export async function ownPositions(
  connection: Connection,
  readings: Reading[],
): Promise<Map<string, string>> {
  const unplaced = readings.flatMap(({ placed, letter }) => (placed ? [] : [letter]));
  const assigned = await assignFreePositions(connection, unplaced);
  const letters = [...readings.map(({ letter }) => letter), ...assigned];
  return new Map(letters.map(({ id, position }) => [id, position]));
}

/**
 * Gives letters of another program positions, by when their documents were created; if one is taken, the
 * next free one. Steps are random, so that a gap hardly reveals a hidden letter.
 */
async function assignFreePositions(connection: Connection, letters: Letter[]): Promise<Letter[]> {
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
