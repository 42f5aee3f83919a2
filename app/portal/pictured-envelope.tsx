import { EnvelopeBody, type OnEnvelope } from '../envelope/envelope.tsx';
import { paperOf } from '../envelope/paper.ts';
import { useSite } from '../use-site.ts';

/** A letter's envelope to be looked at only: its words stand beside it, and it leads nowhere. */
export function PicturedEnvelope({ letter }: { letter: OnEnvelope }) {
  const { envelopeImageUrl } = useSite();
  return (
    <div className="envelope" data-paper={paperOf(letter.id)} inert aria-hidden="true">
      <EnvelopeBody letter={letter} imageUrl={envelopeImageUrl} />
    </div>
  );
}
