import type { Records } from '#core/store.ts';

/** Records on which somebody else can come in between a look and the write that follows it. */
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
