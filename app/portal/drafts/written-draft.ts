import type { DraftSave, DraftWords } from '#core/draft.ts';
import { isRefusal } from '../portal-api.ts';
import { type DraftPlace, deleteDraft, keepDraft, keepDraftAndLock } from './drafts-api.ts';

/**
 * One draft, and what is known of it on the server. An answer belongs to the draft that was asked about,
 * whichever one the form writes by then. Calls that fail otherwise than said here reject with `PortalRefusal`.
 */
export interface WrittenDraft {
  readonly id: string;
  /** The words that the server surely has; null from the beginning of a save until it has succeeded. */
  kept: DraftWords | null;
  /** @returns false when somebody else has changed or deleted the draft */
  save(words: DraftWords, save: DraftSave): Promise<boolean>;
  /** The page goes away. @returns false when these words are too long to outlive it */
  saveAndLock(words: DraftWords, save: DraftSave): boolean;
  /** Deletes it, unless somebody else wrote on it. @param writer whose saves these were */
  delete(writer: string): Promise<void>;
}

/** @param restored the words that the server has already */
export function createWrittenDraft(
  place: DraftPlace,
  restored: DraftWords | null = null,
): WrittenDraft {
  const { id } = place;
  let { version } = place;

  const draft: WrittenDraft = {
    id,
    kept: restored,

    async save(words, save) {
      draft.kept = null;
      try {
        version = await keepDraft({ id, version }, words, save);
      } catch (error) {
        if (isRefusal(error, 'draft-changed')) return false;
        throw error;
      }
      draft.kept = words;
      return true;
    },

    saveAndLock(words, save) {
      return keepDraftAndLock({ id, version }, words, save);
    },

    async delete(writer) {
      try {
        await deleteDraft({ id, version }, writer);
      } catch (error) {
        if (!isRefusal(error, 'draft-changed')) throw error;
      }
    },
  };
  return draft;
}
