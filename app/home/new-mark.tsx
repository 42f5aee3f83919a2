import { useEffect, useRef, useState } from 'react';

/** Milliseconds in view after which it has been seen, and until it has faded. */
const SEEN = 4000;
const FADED = 600;

interface NewMarkProps {
  letterId: string;
  onSeen(letterId: string): void;
}

/** Says of a letter that it came while the page was open, until the reader has had it before them. */
export function NewMark({ letterId, onSeen }: NewMarkProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(() => setSeen(true), SEEN);
    });
    if (mark.current) observer.observe(mark.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    if (!seen) return;
    const timer = setTimeout(() => onSeen(letterId), FADED);
    return () => clearTimeout(timer);
  }, [seen, letterId, onSeen]);

  return (
    <span className="grid__new" data-seen={seen || undefined} ref={mark}>
      new
    </span>
  );
}
