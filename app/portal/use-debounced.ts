import { useEffect, useState } from 'react';

/**
 * A value, debounced. It must be the same object from render to render until it changes.
 * @param rest milliseconds; 0 passes the value through at once
 */
export function useDebounced<Value>(value: Value, rest: number): Value {
  const [rested, setRested] = useState(value);
  // Kept up while nothing is debounced, so that debouncing begins with the latest value.
  if (rest === 0 && rested !== value) setRested(value);
  useEffect(() => {
    if (rest === 0) return;
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rest === 0 ? value : rested;
}
