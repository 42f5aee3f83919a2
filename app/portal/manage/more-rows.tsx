import { useEffect, useLayoutEffect, useRef } from 'react';

interface MoreRowsProps {
  next: string;
  onNear(): void;
}

/** A button that loads more rows when it is pressed, and before it comes into view. */
export function MoreRows({ next, onNear }: MoreRowsProps) {
  const button = useRef<HTMLButtonElement>(null);

  // A new observer for each page, because a button still near after one was appended is near again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!button.current) return;
    const root = button.current.closest('.portal__scroll');
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { root, rootMargin: '800px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [next, onNear]);

  // The button is removed before the last letters are inserted: its focus goes to the last row before them.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== document.activeElement) return;
      const before = own?.closest('.manage__whole')?.querySelectorAll<HTMLElement>('.manage__code');
      [...(before ?? [])].at(-1)?.focus();
    };
  }, []);

  return (
    <button className="button manage__more" type="button" ref={button} onClick={onNear}>
      More letters
    </button>
  );
}
