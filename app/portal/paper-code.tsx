import { useState } from 'react';
import type { LetterJson } from '#core/letter.ts';

interface PaperCodeProps {
  letter: Pick<LetterJson, 'id' | 'title'>;
  /** Whether whoever holds the paper could open the link. */
  forPaper: boolean;
}

/** The letter's link as a QR code, for those who send paper. It needs the open portal. */
export function PaperCode({ letter, forPaper }: PaperCodeProps) {
  const [missing, setMissing] = useState(false);
  const code = `/api/portal/letters/${letter.id}/qr.svg`;
  if (missing) return null;
  return (
    <div className="code">
      <img
        className="code__picture"
        src={code}
        alt="QR code of the link"
        width="144"
        height="144"
        onError={() => setMissing(true)}
      />
      <div>
        {forPaper && (
          <p className="code__words">
            Print this code on a card: a phone’s camera opens the letter.
          </p>
        )}
        <a className="code__save" href={code} download={`QR code of ${letter.title}.svg`}>
          Save QR code
        </a>
      </div>
    </div>
  );
}
