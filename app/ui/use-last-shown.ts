import { useState } from 'react';

/** The last value that was not null, so that a closing dialog keeps its content. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return last;
}
