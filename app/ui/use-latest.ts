import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The value that was rendered last, for callbacks that run later. It is that of what is shown: React may
 * begin a rendering and drop it again.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
