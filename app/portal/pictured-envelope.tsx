import { EnvelopeBody, type OnEnvelope } from '../envelope/envelope.tsx';
import { useSite } from '../use-site.ts';

/** A decorative envelope, on the paper that is set around it: its words are beside it, and it is no link. */
export function PicturedEnvelope({ letter }: { letter: OnEnvelope }) {
  const { envelopeImageUrl } = useSite();
  return (
    <div className="envelope" inert aria-hidden="true">
      <EnvelopeBody letter={letter} imageUrl={envelopeImageUrl} />
    </div>
  );
}
