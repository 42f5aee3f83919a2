import type { Letters, VisibleChange } from '#core/store.ts';

/** Letters that can only be watched, and whose changes a test makes up. */
export function madeUpChanges() {
  let tell: (change: VisibleChange) => void = () => {};
  const letters: Pick<Letters, 'watchVisible'> = {
    async watchVisible(listener) {
      tell = listener;
      return { seq: 0, close: () => {} };
    },
  };
  const change = (what: VisibleChange) => tell(what);
  const shown = (seq: number, id: string, title = id) =>
    change({ kind: 'shown', seq, letter: { id, title, date: null, position: '' } });
  return { letters: letters as Letters, change, shown };
}
