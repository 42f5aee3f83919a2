import { useState } from 'react';

/** The last value that was not null: what goes away keeps its words until it is gone. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return last;
}
