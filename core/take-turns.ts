/** Runs pieces of work one after the other, in the order in which they came, whatever becomes of each. */
export function takeTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}
