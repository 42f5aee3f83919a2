import { EnvelopeBody, type OnEnvelope } from '../envelope/envelope.tsx';
import { paperOf } from '../envelope/paper.ts';
import { useSite } from '../use-site.ts';

/** A decorative envelope: its words are beside it, and it is no link. */
export function PicturedEnvelope({ letter }: { letter: OnEnvelope }) {
  const { envelopeImageUrl } = useSite();
  return (
    <div className="envelope" data-paper={paperOf(letter.id)} inert aria-hidden="true">
      <EnvelopeBody letter={letter} imageUrl={envelopeImageUrl} />
    </div>
  );
}
