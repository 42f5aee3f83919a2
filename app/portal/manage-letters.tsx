import { useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { letterUrl, useSite } from '../use-site.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ManagedLetter } from './managed-letter.tsx';
import { deleteLetter, isLocked, isRefusal } from './portal-api.ts';
import { useAllLetters } from './use-all-letters.ts';
import { useCopy } from './use-copy.ts';
import './manage-letters.css';

interface ManageLettersProps {
  onDeleted(letterId: string): void;
  onLocked(): void;
  onEdit(letter: LetterJson): void;
}

/** Every letter, hidden ones too, newest first. */
export function ManageLetters({ onDeleted, onLocked, onEdit }: ManageLettersProps) {
  const { url } = useSite();
  const { letters, next, reload, loadMore } = useAllLetters(onLocked);
  const { copied, copy } = useCopy();
  const [doomed, setDoomed] = useState<LetterJson | null>(null);
  const [deleting, setDeleting] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  async function remove(letter: LetterJson) {
    setDeleting(true);
    try {
      await deleteLetter(letter.id).catch((error) => {
        // Somebody else was faster: it is gone, as was asked for.
        if (!isRefusal(error, 'letter-missing')) throw error;
      });
      onDeleted(letter.id);
      await reload();
      // The button that asked is gone with its letter.
      panel.current?.focus();
    } catch (error) {
      console.error('The letter could not be deleted.', error);
      if (isLocked(error)) onLocked();
    } finally {
      setDeleting(false);
      setDoomed(null);
    }
  }

  const linkTo = (letter: LetterJson) => letterUrl(url, letter.id);
  return (
    <div className="manage portal__scroll" ref={panel} tabIndex={-1}>
      {letters === null && (
        <p className="manage__notice" role="status">
          Loading letters...
        </p>
      )}
      {letters?.length === 0 && <p className="manage__notice">No Letters Yet</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul className="manage__list" role="list" aria-label="All letters">
        {letters?.map((letter) => (
          <ManagedLetter
            key={letter.id}
            letter={letter}
            copied={copied === linkTo(letter)}
            onEdit={() => onEdit(letter)}
            onShare={() => copy(linkTo(letter))}
            onDelete={() => setDoomed(letter)}
          />
        ))}
      </ul>
      {next && (
        <button className="button manage__more" type="button" onClick={loadMore}>
          More letters
        </button>
      )}
      <ConfirmDialog
        open={doomed !== null}
        question="Are you sure you want to delete this letter? This action cannot be undone."
        subject={doomed?.title}
        busy={deleting}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && remove(doomed)}
      />
    </div>
  );
}
