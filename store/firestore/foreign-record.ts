import { Timestamp } from '@google-cloud/firestore';

/** The order in which we write a letter's fields, since a document keeps no order. */
const ORDER = [
  'title',
  'date',
  'customDate',
  'content',
  'signature',
  'hidden',
  'createdAt',
  'updatedAt',
];
/** Fields that we write as null where an export leaves them out. */
const NULL_MEANS_MISSING = new Set(['date', 'customDate', 'createdAt', 'updatedAt']);

/**
 * A document as an export of its database has it, so that unknown fields are carried along. Values that JSON
 * cannot express (geo points, references, bytes) are left out.
 * @param without names of fields that are not part of it
 */
export function recordOf(
  id: string,
  fields: Record<string, unknown>,
  without: string[],
): Record<string, unknown> {
  const others = Object.keys(fields).filter(
    (key) => !ORDER.includes(key) && !without.includes(key),
  );
  const record: Record<string, unknown> = { id };
  for (const key of [...ORDER, ...others.sort()]) {
    const value = plain(fields[key]);
    if (value === undefined || (value === null && NULL_MEANS_MISSING.has(key))) continue;
    // A plain assignment to __proto__ would set the prototype.
    Object.defineProperty(record, key, { value, enumerable: true });
  }
  return record;
}

function plain(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Timestamp) {
    return { seconds: value.seconds, nanoseconds: value.nanoseconds };
  }
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    return undefined;
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, plain(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
