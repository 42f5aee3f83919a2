import { type StoreTrouble, StoreUnavailable } from '#core/errors.ts';

/** Status codes of gRPC: https://grpc.io/docs/guides/status-codes/ */
export const STATUS = {
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

type Status = (typeof STATUS)[keyof typeof STATUS];

/** Conflicts: somebody else wrote in between, so everything must be read again. */
const OVERTAKEN: ReadonlySet<Status> = new Set([
  STATUS.NOT_FOUND,
  STATUS.ALREADY_EXISTS,
  STATUS.FAILED_PRECONDITION,
  STATUS.ABORTED,
]);
/** Possibly temporary. */
const PASSING: ReadonlySet<Status> = new Set([
  STATUS.CANCELLED,
  STATUS.UNKNOWN,
  STATUS.DEADLINE_EXCEEDED,
  STATUS.RESOURCE_EXHAUSTED,
  STATUS.INTERNAL,
  STATUS.UNAVAILABLE,
]);

/** What gRPC says where a connection does not come about, in words for the owner: its own contain the address. */
const OBSTACLES: [RegExp, Partial<StoreTrouble>][] = [
  [/Name resolution failed/, { reason: 'the name of its host is not known here' }],
  [/ECONNREFUSED/, { reason: 'nothing answers at its address' }],
  [/EHOSTUNREACH|ENETUNREACH/, { reason: 'the network does not reach its host' }],
  [
    /certificate (?:is not yet valid|has expired)/,
    {
      reason:
        "its host's certificate is not valid at this time, so set the clock of this machine right",
    },
  ],
];

/** Why Firestore, or the way to it, failed; names no document, since a letter's id may be its only key. */
export class FirestoreFailure extends Error {
  /** Undefined when no call was made, as without credentials. */
  readonly status: Status | undefined;
  constructor(message: string, status?: Status) {
    super(message);
    this.name = 'FirestoreFailure';
    this.status = status;
  }
  /** Whether the call or its answer did not get through. */
  get isOutage(): boolean {
    return this.status !== undefined && PASSING.has(this.status);
  }
  /** Whether a retry may succeed. */
  get mayPass(): boolean {
    return this.isOutage || (this.status !== undefined && OVERTAKEN.has(this.status));
  }
}

/** The failure in what the client library threw; null when it is a fault in our own code. */
export function failureIn(error: unknown): FirestoreFailure | null {
  if (error instanceof FirestoreFailure) return error;
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === 'number'
    ? new FirestoreFailure(withoutPaths(error), code as Status)
    : null;
}

/** The `StoreUnavailable` for a failure. Its cause may be logged. */
export function unavailable(failure: FirestoreFailure): StoreUnavailable {
  return new StoreUnavailable(failure, OBSTACLES.find(([sign]) => sign.test(failure.message))?.[1]);
}

function withoutPaths({ message }: Error): string {
  const [line = ''] = message.split('\n', 1);
  return line.replace(/\b(letters|records|idempotency|changes)\/[^\s"'`,;)]+/g, '$1/…');
}
