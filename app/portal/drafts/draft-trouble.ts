import { isLocked, isRefusal, PortalRefusal } from '../portal-api.ts';

/** Why words are not saved, for the person who writes them. */
export const LOCKED = 'the portal is locked';
export const TOO_LONG = 'it is too long';

/** Why a draft could not be saved. Logs errors that are no refusals. */
export function reasonOf(error: unknown): string {
  if (isLocked(error)) return LOCKED;
  if (isRefusal(error, 'body-too-large')) return TOO_LONG;
  if (!(error instanceof PortalRefusal)) {
    console.error('The draft could not be saved.', error);
    return 'something went wrong';
  }
  if (error.code === 'store-full') return 'the site’s disk is full';
  return error.code === 'offline'
    ? 'the site cannot be reached'
    : 'the site cannot save it right now';
}
