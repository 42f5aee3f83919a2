import { useEffect, useRef, useState } from 'react';

/** Seconds in sight after which it has been seen, and milliseconds until it has faded. */
const SEEN = 4;
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
    let seconds = 0;
    const timer = setInterval(() => {
      if (isInSight(mark.current?.parentElement)) seconds += 1;
      setSeen(seconds >= SEEN);
    }, 1000);
    return () => clearInterval(timer);
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

/** Whether its middle is in the window, and nothing lies over it, as a letter does that is being read. */
function isInSight(place: Element | null | undefined): boolean {
  if (!place || document.hidden) return false;
  const { x, y, width, height } = place.getBoundingClientRect();
  return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
