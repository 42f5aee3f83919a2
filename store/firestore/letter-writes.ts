import type { DocumentReference, DocumentSnapshot } from '@google-cloud/firestore';
import { StoreUnavailable } from '#core/errors.ts';
import { type Letter, updatedLetter } from '#core/letter.ts';
import { isLetterId } from '#core/letter-id.ts';
import { nextSentAt, positionOf } from '#core/position.ts';
import type { Created, Deleted, IdempotencyKey, Letters, Updated } from '#core/store.ts';
import { changeOf } from './change-of.ts';
import type { Connection } from './connection.ts';
import { documentIdOf, fieldsOf, microseconds, readFields, readLetter } from './letter-document.ts';
import { ownPositions } from './letter-positions.ts';
import type { LetterTransactions } from './letter-transactions.ts';
import { liveKey, sentKey, sentKeyReference } from './sent-key.ts';

export function letterWrites(
  connection: Connection,
  { write }: LetterTransactions,
): Pick<Letters, 'create' | 'update' | 'delete'> {
  const { database, ask } = connection;
  const letters = database.collection('letters');
  const referenceOf = (id: string) => (isLetterId(id) ? letters.doc(documentIdOf(id)) : null);

  async function find(reference: DocumentReference | null) {
    if (!reference) return null;
    const document = await ask(() => reference.get());
    const reading = readLetter(document);
    return reading && { document, reading };
  }

  async function earlierAttempt(idempotency: IdempotencyKey, now: number): Promise<Created | null> {
    const found = await ask(() => sentKeyReference(connection, idempotency).get());
    const key = liveKey(found.data(), now);
    if (!key) return null;
    if (key.digest !== idempotency.digest) return { outcome: 'key-reused' };
    const letter = (await find(referenceOf(key.letterId)))?.reading.letter;
    return letter ? { outcome: 'repeated', letter } : { outcome: 'deleted' };
  }

  return {
    create: (letter, now, idempotency) =>
      write<Created>(async ({ lastPosition }) => {
        const earlier = idempotency ? await earlierAttempt(idempotency, now) : null;
        if (earlier) return { result: earlier };
        const reference = letters.doc(documentIdOf(letter.id));
        if (await find(reference)) {
          throw new StoreUnavailable(new Error('There is a letter with this id already.'));
        }
        const sentAt = nextSentAt(now, lastPosition ?? undefined, Math.random);
        const position = positionOf(letter.createdAt, sentAt);
        const sent: Letter = { ...letter, position, version: 1, updatedAt: null, origin: null };
        return {
          result: { outcome: 'created', letter: sent },
          changes: [changeOf(null, sent)],
          positions: [position],
          fill(transaction) {
            transaction.create(reference, fieldsOf(sent));
            if (!idempotency) return;
            const key = sentKey(idempotency, letter.id, now);
            transaction.set(sentKeyReference(connection, idempotency), { ...key });
          },
        };
      }),

    update: (id, text, now, ifVersion) =>
      write<Updated>(async () => {
        const found = await find(referenceOf(id));
        if (!found) return { result: { outcome: 'missing' } };
        const { document, reading } = found;
        const before = reading.letter;
        if (ifVersion !== undefined && ifVersion !== before.version) {
          return { result: { outcome: 'stale' } };
        }
        const position = (await ownPositions(connection, [reading])).get(id) ?? before.position;
        const changed = updatedLetter({ ...before, position }, text, now);
        const { createdAt: _, ...rest } = fieldsOf(changed);
        const fields = { ...rest, origin: null };
        const letter = letterWith(document, fields, id);
        return {
          result: { outcome: 'updated', letter },
          changes: [changeOf(reading, letter)],
          positions: [position],
          fill: (transaction) =>
            transaction.update(document.ref, fields, { lastUpdateTime: reading.updateTime }),
        };
      }),

    delete: (id, ifVersion) =>
      write<Deleted>(async () => {
        const found = await find(referenceOf(id));
        if (!found) return { result: 'missing' };
        const { document, reading } = found;
        if (ifVersion !== undefined && ifVersion !== reading.letter.version) {
          return { result: 'stale' };
        }
        return {
          result: 'deleted',
          changes: [changeOf(reading, null)],
          fill: (transaction) =>
            transaction.delete(document.ref, { lastUpdateTime: reading.updateTime }),
        };
      }),
  };
}

/** A letter as it will be read once these fields are written, beside those that others added. */
function letterWith(document: DocumentSnapshot, fields: object, id: string): Letter {
  const madeAt = document.createTime ? microseconds(document.createTime) : 0;
  return readFields(id, { ...document.data(), ...fields }, madeAt).letter;
}
