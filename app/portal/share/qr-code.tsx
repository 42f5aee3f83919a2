import { useState } from 'react';
import type { LetterJson } from '#core/letter.ts';

interface QrCodeProps {
  letter: Pick<LetterJson, 'id' | 'title'>;
  /** Whether the link opens on other devices, so that printing it makes sense. */
  forPaper: boolean;
}

/** The letter's link as a QR code, to be printed. The server draws it for an open session only. */
export function QrCode({ letter, forPaper }: QrCodeProps) {
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
