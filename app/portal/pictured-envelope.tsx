import type { LetterHeading } from '#core/letter.ts';
import { EnvelopeBody } from '../envelope/envelope.tsx';

/** A decorative envelope, on the paper that is set around it: its words are beside it, and it is no link. */
export function PicturedEnvelope({ letter }: { letter: LetterHeading }) {
  return (
    <div className="envelope" inert aria-hidden="true">
      <EnvelopeBody letter={letter} />
    </div>
  );
}
