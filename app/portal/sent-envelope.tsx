import { useEffect, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import { afterPaint } from '../ui/after-paint.ts';
import { useSite } from '../use-site.ts';
import './sent-envelope.css';

interface SentEnvelopeProps {
  letter: Pick<LetterJson, 'id' | 'title' | 'date'>;
  /** It has just been sent: its letter goes in, its flap closes, and it is sealed. */
  isNew: boolean;
}

/** A picture of the letter's own envelope, on the paper that it was given. */
export function SentEnvelope({ letter, isNew }: SentEnvelopeProps) {
  const { envelopeImageUrl } = useSite();
  const [open, setOpen] = useState(() => isNew && !prefersStillness());
  useEffect(() => afterPaint(() => setOpen(false)), []);
  return (
    <div className="sent" data-new={isNew || undefined} inert aria-hidden="true">
      <Envelope letter={letter} href="#" open={open} imageUrl={envelopeImageUrl} onOpen={nothing} />
    </div>
  );
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const nothing = () => {};
