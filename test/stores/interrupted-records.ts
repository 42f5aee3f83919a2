import type { Records } from '#core/store.ts';

/** Records with which a test can let somebody else write between a read and the write that follows. */
export function interruptedRecords(real: Records) {
  let somebodyElse: (() => Promise<unknown>) | null = null;
  const records: Records = {
    ...real,
    async put(...record) {
      const work = somebodyElse;
      somebodyElse = null;
      await work?.();
      return real.put(...record);
    },
  };
  /** @param work is done just before the next write */
  const meanwhile = (work: () => Promise<unknown>) => {
    somebodyElse = work;
  };
  return { records, meanwhile };
}
