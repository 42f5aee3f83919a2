/**
 * What is expected to go wrong, by name. Each code is stable: it is the `code` of a problem
 * response, and the portal chooses its words by it.
 */
export const PROBLEMS = {
  'request-unreadable': { status: 400, title: 'This request cannot be read.' },
  'body-not-json': { status: 400, title: 'The body is not JSON.' },
  'cursor-unreadable': { status: 400, title: 'This cursor is not one of ours.' },
  'limit-unreadable': { status: 400, title: 'The limit is a whole number, at least 1.' },
  'key-unreadable': {
    status: 400,
    title: 'An Idempotency-Key is 1 to 200 visible ASCII characters.',
  },
  'version-unreadable': { status: 400, title: 'If-Match names a version in quotes, like "3".' },
  'draft-unnamed': { status: 400, title: "A draft's id is 32 hexadecimal digits." },
  'stream-not-alone': {
    status: 400,
    title: 'Ask for a stream once the previous answer has arrived.',
  },
  'password-empty': { status: 400, title: 'Please enter a password' },
  'password-wrong': { status: 401, title: 'Incorrect password' },
  'session-missing': { status: 401, title: 'The portal is locked.' },
  'credentials-missing': { status: 403, title: 'Authentication failed' },
  'origin-foreign': { status: 403, title: 'This request did not come from this site.' },
  'letter-missing': { status: 404, title: 'There is no such letter.' },
  'route-missing': { status: 404, title: 'There is nothing here.' },
  'method-unknown': { status: 405, title: 'This cannot be done here.' },
  'request-too-slow': { status: 408, title: 'This request took too long to arrive.' },
  'draft-changed': { status: 409, title: 'The draft was changed elsewhere in the meantime.' },
  'letter-changed': { status: 409, title: 'The letter was changed elsewhere in the meantime.' },
  'letter-deleted': { status: 409, title: 'This letter was sent, and has been deleted since.' },
  'body-too-large': { status: 413, title: 'This is too large.' },
  'body-not-declared-json': { status: 415, title: 'Send JSON, as application/json.' },
  'draft-invalid': { status: 422, title: 'This is not a draft.' },
  'letter-invalid': { status: 422, title: 'Something in this letter is not right.' },
  'key-reused': { status: 422, title: 'This Idempotency-Key belongs to another letter.' },
  'guesses-too-many': { status: 429, title: 'Too many attempts. Please wait and try again.' },
  'headers-too-large': { status: 431, title: 'The headers of this request are too large.' },
  unexpected: { status: 500, title: 'Something went wrong here.' },
  'credentials-unreadable': { status: 503, title: 'Authentication error' },
  'store-unreadable': { status: 503, title: 'The letters cannot be reached right now.' },
  'store-damaged': {
    status: 503,
    title: 'The database is damaged. Nothing can be saved until a backup is restored.',
  },
  'store-full': { status: 507, title: 'There is no room left on the disk.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** What keeps a store from doing what is asked. */
export interface StoreTrouble {
  /** `full` and `damaged` last until somebody acts; `away` is everything else. */
  readonly kind: 'away' | 'full' | 'damaged';
  /** Why, in one line without a full stop or an address. */
  readonly reason: string;
}

/** The store could not do what was asked: unreachable, locked, full or damaged. Its `cause` is for the log only. */
export class StoreUnavailable extends Error implements StoreTrouble {
  readonly kind: StoreTrouble['kind'];
  readonly reason: string;

  /** @param trouble as the engine knows it; by default `away`, with the cause's message for a reason */
  constructor(cause: unknown, trouble: Partial<StoreTrouble> = {}) {
    const { kind = 'away', reason = inOneLine(cause) } = trouble;
    super('The store could not be reached.', { cause });
    this.name = 'StoreUnavailable';
    this.kind = kind;
    this.reason = reason;
  }
}

function inOneLine(cause: unknown): string {
  const [line = ''] = cause instanceof Error ? cause.message.split('\n') : [];
  const words = line.replace(/\b[\w+.-]+:\/\/\S+/g, '…').replace(/[.:\s]+$/, '');
  return words || 'it gave no reason';
}

/** What the owner is told where nothing more can be written. */
export const DISK_FULL = 'the disk is full, so make room first';

/** An error that the person who runs the site can put right; its message says how. Ends the process with status 1. */
export class OwnerFacingError extends Error {
  override readonly name = 'OwnerFacingError';
}
