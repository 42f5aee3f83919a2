import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DraftJson, type DraftWords, newDraftName } from '#core/draft.ts';
import type { LetterJson } from '#core/letter.ts';

export const OWNER_NAME = 'Ines Aldana';
export const MAIN_PASSWORD = 'a lamp in the window';
export const ALTERNATIVE_PASSWORD = 'two herons at dusk';
/** The configuration of a site with these passwords. */
export const KNOWN_PASSWORDS = { MAIN_PASSWORD, ALTERNATIVE_PASSWORD };

export interface SentLetter {
  title: string;
  content?: string;
  date?: string;
  signature?: string;
  hidden?: boolean;
}

/** The owner of a site that runs elsewhere, who writes through the interface that the portal uses. */
export interface Owner {
  /** The session's cookie; null before it is unlocked. */
  readonly cookie: string | null;
  unlock(): Promise<void>;
  lock(): Promise<void>;
  /** Calls the site and returns whatever it answers. @param at another address of the same site */
  call(
    method: string,
    path: string,
    body?: object,
    at?: string,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The following unlock the portal first, and reject when the site refuses. */
  send(letter: SentLetter, at?: string): Promise<LetterJson>;
  /** Sends a letter again and again, as one attempt, until the site says that it has it. */
  sendSurely(letter: SentLetter): Promise<LetterJson>;
  update(letter: LetterJson, change: Partial<SentLetter>, at?: string): Promise<LetterJson>;
  delete(letter: Pick<LetterJson, 'id'>, at?: string): Promise<void>;
  drafts(): Promise<DraftJson[]>;
  /** Keeps a draft as another device would. */
  keepDraft(words: Partial<DraftWords>): Promise<void>;
}

const DRAFTS = '/api/portal/drafts';
const LETTERS = '/api/portal/letters';
const RETRY_MS = 20;
const newName = () => newDraftName(randomBytes);

/**
 * @param address where requests go
 * @param siteUrl what the site calls itself, and where its own requests come from
 */
export function createOwner(address: string, siteUrl: string = address): Owner {
  let cookie: string | null = null;

  async function call(
    method: string,
    path: string,
    body?: object,
    at = address,
    more: Record<string, string> = {},
  ) {
    const headers = new Headers({ Origin: siteUrl, ...more });
    if (body) headers.set('Content-Type', 'application/json');
    if (cookie) headers.set('Cookie', cookie);
    return fetch(at + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  }

  async function done(method: string, path: string, body?: object, at?: string) {
    const response = await call(method, path, body, at);
    if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    return response;
  }

  async function unlock(): Promise<void> {
    const { headers } = await done('POST', '/api/session', { password: MAIN_PASSWORD });
    cookie = headers.get('Set-Cookie')?.split(';')[0] ?? null;
  }

  async function written(method: string, path: string, body?: object, at?: string) {
    if (!cookie) await unlock();
    return done(method, LETTERS + path, body, at);
  }

  return {
    get cookie() {
      return cookie;
    },
    unlock,
    async lock() {
      await done('DELETE', '/api/session');
    },
    call,
    async send(letter, at) {
      const body = { content: 'Come by when you can.', ...letter };
      return (await written('POST', '', body, at)).json() as Promise<LetterJson>;
    },
    async sendSurely(letter) {
      const body = { content: 'Come by when you can.', ...letter };
      const attempt = { 'Idempotency-Key': randomUUID() };
      if (!cookie) await unlock();
      for (;;) {
        const response = await call('POST', LETTERS, body, address, attempt).catch(() => null);
        if (response?.status === 201) return response.json() as Promise<LetterJson>;
        await sleep(RETRY_MS);
      }
    },
    async update(letter, change, at) {
      const response = await written('PUT', `/${letter.id}`, { ...letter, ...change }, at);
      return response.json() as Promise<LetterJson>;
    },
    async delete({ id }, at) {
      await written('DELETE', `/${id}`, undefined, at);
    },
    async drafts() {
      if (!cookie) await unlock();
      return (await (await done('GET', DRAFTS)).json()).drafts;
    },
    async keepDraft(words) {
      if (!cookie) await unlock();
      const texts = { title: '', date: '', content: '', signature: '', hidden: false };
      const draft = { ...texts, editing: null, key: null, ...words, writer: newName(), turn: 1 };
      await done('PUT', `${DRAFTS}/${newName()}`, draft);
    },
  };
}
