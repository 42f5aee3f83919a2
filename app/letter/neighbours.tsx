import type { MouseEvent } from 'react';
import { isPlainClick } from '../envelope/envelope.tsx';
import { useLanguage } from '../use-language.ts';
import './neighbours.css';

export interface Neighbour {
  id: string;
  title: string;
}

/** The public letters before and after one in time; a hidden letter has none. */
export interface Neighbours {
  earlier: Neighbour | null;
  later: Neighbour | null;
}

interface NeighbourLinksProps {
  neighbours: Neighbours;
  /** Shows a letter here and now; without it, and before JavaScript, a link leads to its page. */
  onTurn?: ((letterId: string) => void) | undefined;
}

/** The way from one letter to the next, at its foot. */
export function NeighbourLinks({ neighbours, ...rest }: NeighbourLinksProps) {
  const { earlier, later } = neighbours;
  if (!earlier && !later) return null;
  return (
    // Reading views leave out a footer. Of a letter shorter than these titles they took all for mere links.
    <footer>
      {/* The site's own words, whatever the language and direction of the letter. */}
      <nav className="neighbours" aria-label="Other letters" dir="ltr" lang="en">
        {earlier && <NeighbourLink {...rest} neighbour={earlier} rel="prev" name="Earlier" />}{' '}
        {later && <NeighbourLink {...rest} neighbour={later} rel="next" name="Later" />}
      </nav>
    </footer>
  );
}

interface NeighbourLinkProps extends Omit<NeighbourLinksProps, 'neighbours'> {
  neighbour: Neighbour;
  rel: 'prev' | 'next';
  name: string;
}

function NeighbourLink({ neighbour: { id, title }, rel, name, onTurn }: NeighbourLinkProps) {
  const clicked = (event: MouseEvent) => {
    if (!onTurn || !isPlainClick(event)) return;
    event.preventDefault();
    onTurn(id);
  };
  return (
    <a
      className="neighbours__link"
      // With this fragment, the neighbour's page opens it, as this letter is open.
      href={`/letter/${id}#letter`}
      rel={rel}
      onClick={clicked}
    >
      <span className="neighbours__way">{name}</span>{' '}
      <bdi className="neighbours__title" lang={useLanguage(title)}>
        {title}
      </bdi>
    </a>
  );
}
