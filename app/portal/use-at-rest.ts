import { useEffect, useState } from 'react';

/**
 * A value once it has not changed for a while. It must not be made anew at each rendering.
 * @param rest milliseconds; 0 for a value that need not rest
 */
export function useAtRest<Value>(value: Value, rest: number): Value {
  const [rested, setRested] = useState(value);
  // Where it begins to need rest, it is what it was just now, not what it was when it last rested.
  if (rest === 0 && rested !== value) setRested(value);
  useEffect(() => {
    if (rest === 0) return;
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rest === 0 ? value : rested;
}
