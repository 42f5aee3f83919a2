import { useEffect, useRef, useState } from 'react';

/** Seconds in view after which a letter counts as seen, and milliseconds until the mark has faded. */
const SEEN = 4;
const FADED_MS = 600;

interface NewMarkProps {
  letterId: string;
  onSeen(letterId: string): void;
}

/** Marks a letter that arrived while the page was open, until the reader has seen it. */
export function NewMark({ letterId, onSeen }: NewMarkProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    const place = mark.current?.parentElement;
    if (!place) return;
    let seconds = 0;
    let timer: ReturnType<typeof setInterval>;
    const look = () => {
      if (isInSight(place)) seconds += 1;
      setSeen(seconds >= SEEN);
    };
    // Many letters may be new, and far from the window, for as long as the page is open: they keep no clock going.
    const observer = new IntersectionObserver((entries) => {
      clearInterval(timer);
      if (entries.at(-1)?.isIntersecting) timer = setInterval(look, 1000);
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, []);

  useEffect(() => {
    if (!seen) return;
    const timer = setTimeout(() => onSeen(letterId), FADED_MS);
    return () => clearTimeout(timer);
  }, [seen, letterId, onSeen]);

  return (
    <span className="grid__new" data-seen={seen || undefined} ref={mark}>
      new
    </span>
  );
}

/** Whether its centre is in the window, and not covered, as by an open letter. */
function isInSight(place: Element): boolean {
  if (document.hidden) return false;
  const { x, y, width, height } = place.getBoundingClientRect();
  return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
