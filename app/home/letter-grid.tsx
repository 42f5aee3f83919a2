import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';
import { Envelope } from '../envelope/envelope.tsx';
import { isPlainClick } from '../letter/use-opened-letter.ts';
import type { useVisibleLetters } from './use-visible-letters.ts';
import './letter-grid.css';

interface LetterGridProps {
  list: ReturnType<typeof useVisibleLetters>;
  openedId: string | null;
  imageUrl: string | null;
  onApproach(letterId: string): void;
  onOpen(letterId: string): void;
}

export function LetterGrid({ list, openedId, imageUrl, onApproach, onOpen }: LetterGridProps) {
  const { letters, next, appendedFrom, loadMore } = list;

  if (letters === null) {
    return (
      <p className="grid__notice" role="status">
        Loading letters...
      </p>
    );
  }
  if (letters.length === 0) {
    return (
      <div className="grid__notice">
        <h2>No Letters Yet</h2>
        <p>Check back soon for new messages</p>
      </div>
    );
  }
  const opener = (letterId: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(letterId);
  };
  return (
    <>
      <ul className="grid">
        {letters.map((letter, at) => (
          <li
            key={letter.id}
            // The page's first letters are numbered by the stylesheet, which a policy can allow.
            style={
              appendedFrom > 0 && at >= appendedFrom
                ? ({ '--nth': at - appendedFrom } as CSSProperties)
                : undefined
            }
          >
            <Envelope
              letter={letter}
              href={`/letter/${letter.id}`}
              open={letter.id === openedId}
              imageUrl={imageUrl}
              onApproach={() => onApproach(letter.id)}
              onOpen={opener(letter.id)}
            />
          </li>
        ))}
      </ul>
      {next && <MoreLetters key={next} next={next} onNear={loadMore} />}
    </>
  );
}

/**
 * A real link to the next page, which is fetched and appended before the reader gets there. Each
 * page has a link of its own (its key), so that one that is in view at once is seen anew.
 */
function MoreLetters({ next, onNear }: { next: string; onNear(): Promise<void> }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!link.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        onNear().catch((error) => console.error('The letters could not be loaded.', error));
      },
      { rootMargin: '600px' },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [onNear]);
  return (
    <a ref={link} className="button grid__more" href={`/?after=${next}`} rel="next">
      More letters
    </a>
  );
}
