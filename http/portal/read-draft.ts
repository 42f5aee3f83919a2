import { z } from 'zod';
import { type DraftSave, type DraftWords, isDraftName } from '#core/draft.ts';
import { isLetterId } from '#core/letter-id.ts';

/**
 * In bytes of JSON. Every letter that can be sent fits, and all of it fits into the 1 MiB of a
 * document in Firestore.
 */
export const MAX_DRAFT_BYTES = 1_000_000;

const input = z.object({
  title: z.string(),
  date: z.string(),
  content: z.string(),
  signature: z.string(),
  hidden: z.boolean(),
  editing: z.object({ id: z.string().refine(isLetterId), version: z.int().positive() }).nullable(),
  key: z.string().max(200).nullable(),
  writer: z.string().refine(isDraftName),
  turn: z.int().positive(),
});

/** Checks that a draft has the form of one; null when it has not. Never throws. */
export function readDraft(body: unknown): { words: DraftWords; save: DraftSave } | null {
  const parsed = input.safeParse(body);
  if (!parsed.success) return null;
  const { writer, turn, ...words } = parsed.data;
  return { words, save: { writer, turn } };
}
