import { useRef, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { LetterJson } from '#core/letter.ts';
import type { loader as rootLoader } from '../root.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ManagedLetter } from './managed-letter.tsx';
import { deleteLetter, PortalRefusal } from './portal-api.ts';
import { useAllLetters } from './use-all-letters.ts';
import { useCopy } from './use-copy.ts';
import './manage-letters.css';

interface ManageLettersProps {
  onChanged(): void;
  onLocked(): void;
  onEdit(letter: LetterJson): void;
}

/** Every letter, hidden ones too, newest first. */
export function ManageLetters({ onChanged, onLocked, onEdit }: ManageLettersProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const { letters, next, reload, loadMore } = useAllLetters(onLocked);
  const { copied, copy } = useCopy();
  const [doomed, setDoomed] = useState<LetterJson | null>(null);
  const [deleting, setDeleting] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function remove(letter: LetterJson) {
    setDeleting(true);
    try {
      await deleteLetter(letter.id);
      await reload();
      onChanged();
    } catch (error) {
      console.error('The letter could not be deleted.', error);
      if (error instanceof PortalRefusal && error.code === 'session-missing') onLocked();
    } finally {
      setDeleting(false);
      setDoomed(null);
      // The button that asked is gone with its letter.
      list.current?.focus();
    }
  }

  if (letters === null) {
    return (
      <p className="manage__notice" role="status">
        Loading letters...
      </p>
    );
  }
  if (letters.length === 0) return <p className="manage__notice">No Letters Yet</p>;
  const linkTo = (letter: LetterJson) => `${site?.url}/letter/${letter.id}`;
  return (
    <>
      <ul className="manage" ref={list} tabIndex={-1} aria-label="All letters">
        {letters.map((letter) => (
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
        busy={deleting}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && remove(doomed)}
      />
    </>
  );
}
