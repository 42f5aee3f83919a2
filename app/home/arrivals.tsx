import { useEffect } from 'react';
import { useConnectivityNotice } from '../offline/use-connectivity.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { isAwayFromTop, type VisibleLetters } from './use-visible-letters.ts';

interface ArrivalsProps {
  visible: VisibleLetters;
  /** A letter is open, and lies over all else. */
  reading: boolean;
}

/**
 * Letters that arrived while the reader was further down wait behind a small mark, because letting
 * them in would move what is being looked at. They come in when the reader is back at the top.
 */
export function Arrivals({ visible, reading }: ArrivalsProps) {
  const { list, admitWaiting, announcement } = visible;
  const away = useConnectivityNotice();
  const waiting = list?.waiting.length ?? 0;
  useEffect(() => {
    if (waiting === 0) return;
    const backAtTop = () => isAwayFromTop() || admitWaiting();
    window.addEventListener('scroll', backAtTop);
    return () => window.removeEventListener('scroll', backAtTop);
  });

  function goThere() {
    window.scrollTo({ top: 0 });
    admitWaiting();
    // The pressed mark is gone, so the focus must go elsewhere.
    moveFocus(document.querySelector<HTMLElement>('.grid .envelope'));
  }

  return (
    <>
      {/* Two live regions: a shared one would announce its earlier words again after the other's. */}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <p className={away && waiting === 0 ? 'notice' : 'visually-hidden'} aria-live="polite">
        {away && `${away} What you have read here can still be read.`}
      </p>
      {waiting > 0 && !reading && (
        <button className="button button--primary notice" type="button" onClick={goThere}>
          {waiting === 1 ? 'A new letter has arrived' : `${waiting} new letters have arrived`}
        </button>
      )}
    </>
  );
}
