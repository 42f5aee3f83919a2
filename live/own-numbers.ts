import { StoreUnavailable } from '#core/errors.ts';
import type { Letters, Records, Store } from '#core/store.ts';

/** The record of where a database's numbers begin. */
const BEGINNING = { kind: 'changes', key: 'begin-after' };

/**
 * The letters of a store, whose changes are numbered from the time of its first start instead of from 1. A page that
 * was open while another database took the place of its own would take the numbers of one for those of the other:
 * after as many changes, or on a database that `restore` had just made, it would not be told of anything.
 * @param now milliseconds since 1970; a database has fewer changes than that
 */
export function withOwnNumbers(
  { letters, records }: Pick<Store, 'letters' | 'records'>,
  now: () => number,
): Pick<Letters, 'watchVisible'> {
  return {
    async watchVisible(listener) {
      const before = await beginning(records, now());
      const { seq, close } = await letters.watchVisible((change) =>
        listener({ ...change, seq: before + change.seq }),
      );
      return { seq: before + seq, close };
    },
  };
}

/** The same for all instances, whichever is the first. */
async function beginning(records: Records, now: number): Promise<number> {
  const noted = () => records.get(BEGINNING.kind, BEGINNING.key);
  const known = (await noted()) ?? (await noteBeginning(records, now).then(noted));
  return known ? (known.value.seq as number) : 0;
}

/** Notes after which number changes begin, unless it is noted already. */
export async function noteBeginning(records: Records, seq: number): Promise<void> {
  try {
    await records.put(BEGINNING.kind, BEGINNING.key, { seq }, { ifVersion: 0 });
  } catch (error) {
    // Where nothing can be written, as on a full disk, readers are told of changes all the same.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
