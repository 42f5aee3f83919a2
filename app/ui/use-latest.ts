import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The value that was rendered last, for callbacks that run later. Set in an effect, because React may drop a
 * render that it has begun.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
