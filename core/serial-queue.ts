/** Runs tasks one at a time, in the order they are added. One that rejects does not stop the others. */
export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}
