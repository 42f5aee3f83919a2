import { expect } from 'vitest';
import type { DraftJson, DraftWords } from '#core/draft.ts';
import type { TestSite } from '../site/create-test-site.ts';

export const DRAFTS = '/api/portal/drafts';
export const ONE = '1'.repeat(32);
export const TWO = '2'.repeat(32);
export const ANNA = 'a'.repeat(32);
export const BELA = 'b'.repeat(32);

/** Words of which none would be accepted in a letter. */
export const WORDS: DraftWords = {
  title: '  ',
  date: '2026-1',
  content: ' \r\n\n\tשלום \u202e🎂 \u0000 e\u0301 \ud83c half\n\n ',
  signature: 'test123',
  hidden: true,
  editing: null,
  key: null,
};

/** A form with a title and nothing else. */
export function words(title: string, difference: Partial<DraftWords> = {}): DraftWords {
  const empty = { date: '', content: '', signature: '', hidden: false, editing: null, key: null };
  return { title, ...empty, ...difference };
}

interface Save extends Partial<DraftWords> {
  writer?: string;
  turn?: number;
}

/** Saves a draft, and gives the status with what was answered. */
export async function save(site: TestSite, id: string, words: Save, known?: number) {
  const body = { ...WORDS, writer: ANNA, turn: 1, ...words };
  const headers = known === undefined ? {} : { 'If-Match': `"${known}"` };
  const response = await site.asOwner('PUT', `${DRAFTS}/${id}`, body, headers);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const answer = (await response.json()) as { id: string; version: number; code?: string };
  return { status: response.status, ...answer };
}

export async function list(site: TestSite): Promise<DraftJson[]> {
  const response = await site.asOwner('GET', DRAFTS);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return ((await response.json()) as { drafts: DraftJson[] }).drafts;
}
