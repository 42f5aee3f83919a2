import type { DraftJson, DraftSave, DraftWords } from '#core/draft.ts';
import { call, callAndLock, SHORT_TIMEOUT_MS, TIMEOUT_MS } from '../portal-api.ts';

const DRAFTS = '/api/portal/drafts';
/** In bytes. Browsers let a request of at most 64 KiB outlive its page. */
const MAX_ON_LEAVING = 60_000;
/** In bytes per millisecond. On a train a phone may send no more, and a long draft needs its time. */
const SLOW = 5;

export interface DraftPlace {
  id: string;
  /** The version that we know of; null when there is none yet. */
  version: number | null;
}

export async function listDrafts(): Promise<DraftJson[]> {
  return (await call<{ drafts: DraftJson[] }>({ method: 'GET', path: DRAFTS, brings: 'drafts' }))
    .drafts;
}

/** Saves a draft. A save without an answer in time counts as failed, and is repeated. @returns the new version */
export async function keepDraft(
  { id, version }: DraftPlace,
  words: DraftWords,
  save: DraftSave,
): Promise<number> {
  const body = { ...words, ...save };
  const { version: saved } = await call<{ version: number }>({
    method: 'PUT',
    path: `${DRAFTS}/${id}`,
    body,
    headers: condition(version),
    brings: 'version',
    timeout: Math.min(Math.max(SHORT_TIMEOUT_MS, sizeOf(body) / SLOW), TIMEOUT_MS),
  });
  return saved;
}

/**
 * Keeps a draft and locks the portal while the page goes away, in one request.
 * @returns false when it is too long to outlive the page
 */
export function keepDraftAndLock(
  { id, version }: DraftPlace,
  words: DraftWords,
  save: DraftSave,
): boolean {
  const body = { ...words, ...save };
  if (sizeOf(body) > MAX_ON_LEAVING) return false;
  const path = `${DRAFTS}/${id}?lock`;
  callAndLock({ method: 'PUT', path, body, headers: condition(version), brings: 'version' }).catch(
    (error) => console.error('The draft could not be saved.', error),
  );
  return true;
}

/** Deletes this version of a draft, or a later one by `writer`. Rejects with `draft-changed` for any other. */
export async function deleteDraft({ id, version }: DraftPlace, writer = ''): Promise<void> {
  const path = `${DRAFTS}/${id}?writer=${writer}`;
  const headers = condition(version ?? 0);
  await call({ method: 'DELETE', path, headers, timeout: SHORT_TIMEOUT_MS });
}

/** @returns bytes */
const sizeOf = (body: object): number => new Blob([JSON.stringify(body)]).size;

function condition(version: number | null): Record<string, string> {
  return version === null ? {} : { 'If-Match': `"${version}"` };
}
