import { useEffect, useRef } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import { createGesture } from '../envelope/gesture.ts';
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
  const sent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) createGesture().seal(sent.current?.querySelector('a') ?? null);
  }, [isNew]);
  return (
    <div className="sent" ref={sent} data-new={isNew || undefined} inert aria-hidden="true">
      <Envelope letter={letter} href="#" imageUrl={envelopeImageUrl} onOpen={nothing} />
    </div>
  );
}

const nothing = () => {};
