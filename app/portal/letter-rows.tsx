import { memo } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { type Act, ManagedLetter } from './managed-letter.tsx';
import { MoreRows } from './more-rows.tsx';
import type { LetterPages } from './use-letter-pages.ts';

interface LetterRowsProps {
  name: string;
  pages: LetterPages;
  /** While another list stands in its place, it keeps its own. */
  hidden: boolean;
  /** The letter whose link was just copied, or null. */
  copiedId: string | null;
  /** Always the same function, as is the next: there may be thousands of rows. */
  onAct: Act;
  onNear(): void;
}

/** A list of letters, which goes on as one scrolls. */
export const LetterRows = memo(function LetterRows(props: LetterRowsProps) {
  const { name, pages, hidden, copiedId, onAct, onNear } = props;
  const isCopied = ({ id }: LetterJson) => id === copiedId;
  return (
    <div className="portal__scroll manage__rows" data-hidden={hidden || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: its rows are not its own children */}
      <div role="list" aria-label={name}>
        {pages.parts.map((letters) => (
          <Part
            key={letters[0]?.id}
            letters={letters}
            copiedId={copiedId !== null && letters.some(isCopied) ? copiedId : null}
            onAct={onAct}
          />
        ))}
      </div>
      {pages.next && <MoreRows next={pages.next} onNear={onNear} />}
    </div>
  );
});

interface PartProps extends Pick<LetterRowsProps, 'copiedId' | 'onAct'> {
  letters: LetterJson[];
}

/** Rows that are drawn together, or not at all while they are far away. */
const Part = memo(function Part({ letters, copiedId, onAct }: PartProps) {
  return (
    <div className="manage__part">
      {letters.map((letter) => (
        <ManagedLetter
          key={letter.id}
          letter={letter}
          copied={copiedId === letter.id}
          onAct={onAct}
        />
      ))}
    </div>
  );
});
