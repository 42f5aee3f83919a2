import { OwnerFacingError } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import type { StoreAddress } from '#core/store-address.ts';
import type { StoreOptions } from '../open-store.ts';

export async function openFirestoreStore(
  _address: Extract<StoreAddress, { engine: 'firestore' }>,
  _options: StoreOptions,
): Promise<Store> {
  throw new OwnerFacingError('Firestore comes next.');
}
