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
    let seconds = 0;
    const timer = setInterval(() => {
      if (isInSight(mark.current?.parentElement)) seconds += 1;
      setSeen(seconds >= SEEN);
    }, 1000);
    return () => clearInterval(timer);
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
function isInSight(place: Element | null | undefined): boolean {
  if (!place || document.hidden) return false;
  const { x, y, width, height } = place.getBoundingClientRect();
  return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
