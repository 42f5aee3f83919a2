import { useEffect, useRef } from 'react';
import type { LetterHeading } from '#core/letter.ts';
import { createGesture } from '../../envelope/gesture.ts';
import { paperOf } from '../../envelope/paper.ts';
import { PicturedEnvelope } from '../pictured-envelope.tsx';

interface SentEnvelopeProps {
  letter: LetterHeading;
  /** It has just been sent: its letter goes in, its flap closes, and it is sealed. */
  isNew: boolean;
}

/** A picture of the letter's own envelope, on the paper that it was given. */
export function SentEnvelope({ letter, isNew }: SentEnvelopeProps) {
  const sent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) createGesture().seal(sent.current?.querySelector<HTMLElement>('.envelope') ?? null);
  }, [isNew]);
  return (
    <div className="sent" ref={sent} data-new={isNew || undefined} data-paper={paperOf(letter.id)}>
      <PicturedEnvelope letter={letter} />
    </div>
  );
}
