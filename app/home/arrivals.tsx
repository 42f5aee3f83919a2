import { useEffect } from 'react';
import type { useVisibleLetters } from './use-visible-letters.ts';
import './arrivals.css';

/**
 * Letters that arrived while the reader was further down wait behind a small mark, because letting
 * them in would move what is being looked at. They come in when the reader is back at the top.
 */
export function Arrivals({ list }: { list: ReturnType<typeof useVisibleLetters> }) {
  const { waiting, welcome, announcement } = list;
  useEffect(() => {
    if (waiting.length === 0) return;
    const backAtTop = () => window.scrollY < 80 && welcome();
    window.addEventListener('scroll', backAtTop, { passive: true });
    return () => window.removeEventListener('scroll', backAtTop);
  });

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {waiting.length > 0 && (
        <button
          className="button button--primary arrivals"
          type="button"
          onClick={() => window.scrollTo({ top: 0 })}
        >
          {waiting.length === 1 ? 'A new letter has arrived' : `${waiting.length} new letters`}
        </button>
      )}
    </>
  );
}
