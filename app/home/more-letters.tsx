import { useEffect, useRef } from 'react';
import { lettersMissing } from './fetch-letters.ts';

const RETRY_MS = 4000;

interface MoreLettersProps {
  next: string;
  /** The reader is near the end: fetches what follows. */
  onNear(): Promise<void>;
}

/** A real link to the next page, which is fetched and appended before the reader gets there. */
export function MoreLetters({ next, onNear }: MoreLettersProps) {
  const link = useRef<HTMLAnchorElement>(null);

  // A new observer for each list, because a link still in view after it has changed is near again.
  useEffect(() => {
    if (!link.current) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    const near = () => {
      onNear().catch((error) => {
        lettersMissing(error);
        // The next observer makes attempts of its own.
        if (!left) timer = setTimeout(observe, RETRY_MS);
      });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        // A quick scroll reports two moments at once: first far away, then near.
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        near();
      },
      { rootMargin: '600px' },
    );
    const observe = () => link.current && observer.observe(link.current);
    observe();
    return () => {
      left = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  });

  return (
    <a ref={link} className="button grid__more" href={`/?after=${next}`} rel="next">
      More letters
    </a>
  );
}
