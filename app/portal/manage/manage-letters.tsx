import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LetterJson } from '#core/letter.ts';
import { letterUrl } from '#core/letter-urls.ts';
import { repeatUntilDone } from '../../ui/repeat-until-done.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useSite } from '../../use-site.ts';
import { fadeOut } from '../fade-out.ts';
import { ConfirmDialog } from '../notes/confirm-dialog.tsx';
import { LinkDialog } from '../share/link-dialog.tsx';
import { useCopy } from '../share/use-copy.ts';
import { LetterRows } from './letter-rows.tsx';
import type { Act } from './managed-letter.tsx';
import { SearchLetters } from './search-letters.tsx';
import { useDeleting } from './use-deleting.ts';
import { type LetterPages, useLetterPages } from './use-letter-pages.ts';

const RETRY_MS = 3000;

export interface ManageLettersProps {
  /** Whether its tab is in front. */
  active: boolean;
  /** The words to look for; empty for none. */
  sought: string;
  onSeek(words: string): void;
  onDeleted(letterId: string): void;
  onEdit(letter: LetterJson): void;
  /** A dialog about a letter opens: its code, or the question about its deletion. */
  onDialog(): void;
}

/** Every letter, hidden ones too, newest first; or those that have some words. */
export function ManageLetters(props: ManageLettersProps) {
  const { active, sought, onSeek, onDeleted, onEdit, onDialog } = props;
  const { url } = useSite();
  const linkOf = ({ id }: LetterJson) => letterUrl(url, id);
  const all = useLetterPages('');
  const found = useLetterPages(sought || null);
  const { copied, copy } = useCopy();
  const [linked, setLinked] = useState<LetterJson | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The earlier rows stay until the first results come, unless loading has failed, which may last.
  const results = found.failed ? null : found.pages;
  const searching = sought !== '' && (results !== null || found.failed);
  const shown = searching ? results : all.pages;

  const deleting = useDeleting({
    panel,
    shown: shown?.parts ?? [],
    onDeleted(id) {
      onDeleted(id);
      for (const list of [all, found]) {
        list.forget(id);
        // An answer that is under way may still have the letter, and is dropped.
        list.reload();
      }
    },
    onChanged(letter) {
      for (const list of [all, found]) list.update(letter);
    },
  });

  // Back at this tab, or at its window, both lists are brought up to date, and keep their places.
  const { reload } = all;
  const { reload: reloadFound } = found;
  /** Whether another tab has been in front, or the lists have not come since. */
  const behind = useRef(false);
  useEffect(() => {
    if (!active) {
      behind.current = true;
      return;
    }
    let stop = () => {};
    const lookAgain = () => {
      if (document.visibilityState === 'hidden') return;
      behind.current = true;
      stop();
      // A phone that is taken out again may have no network yet.
      stop = repeatUntilDone(async (signal) => {
        const came = await Promise.all([reload(), reloadFound()]);
        if (!signal.aborted) behind.current = came.includes(false);
        return !came.includes(false);
      }, RETRY_MS);
    };
    if (behind.current) lookAgain();
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [active, reload, reloadFound]);

  const acts = {
    edit: onEdit,
    /** A link that could not be copied is shown instead, to be selected or shared. */
    async share(letter: LetterJson) {
      if (!(await copy(linkOf(letter)))) acts.code(letter);
    },
    delete(letter: LetterJson) {
      onDialog();
      deleting.ask(letter);
    },
    code(letter: LetterJson) {
      onDialog();
      setLinked(letter);
    },
  };
  const latest = useLatest(acts);
  const act = useCallback<Act>((what, letter) => latest.current[what](letter), []);

  const alone = !shown || countOf(shown) === 0;
  const copiedLetter = copied && shown?.parts.flat().find((letter) => linkOf(letter) === copied);
  const rows = { copiedId: copiedLetter ? copiedLetter.id : null, onAct: act };
  return (
    <div className="manage" ref={panel} tabIndex={-1}>
      <SearchLetters initial={sought} onSeek={onSeek} />
      <p className="manage__notice" aria-live="polite" data-alone={alone || undefined}>
        {notice(shown, searching)}
      </p>
      {/* Not in the buttons: an open dialog hides all behind it from screen readers, except live regions. */}
      <p className="visually-hidden" aria-live="polite">
        {copiedLetter && `Link copied: ${copiedLetter.title}`}
      </p>
      {/* By ear it is hard to tell from a failure: either way the focus is on a button that deletes. */}
      <p className="visually-hidden" aria-live="polite">
        {deleting.deleted !== null && `Letter deleted: ${deleting.deleted}`}
      </p>
      <div className="manage__lists">
        {all.pages && (
          <LetterRows
            {...rows}
            name="All letters"
            pages={all.pages}
            hidden={searching}
            onNear={all.loadMore}
          />
        )}
        {searching && results && (
          <LetterRows
            {...rows}
            key={results.sought}
            name="Letters found"
            pages={results}
            hidden={false}
            onNear={found.loadMore}
          />
        )}
      </div>
      <ConfirmDialog
        open={deleting.toDelete !== null}
        question="Are you sure you want to delete this letter? This action cannot be undone."
        subject={deleting.toDelete?.title}
        trouble={deleting.changed ? CHANGED : ''}
        busy={deleting.busy}
        returnTo={deleting.finalFocus}
        onCancel={deleting.cancel}
        onConfirm={deleting.confirm}
      />
      {linked && (
        <LinkDialog
          letter={linked}
          onClose={() => fadeOut(() => flushSync(() => setLinked(null)))}
        />
      )}
    </div>
  );
}

const CHANGED =
  'It was changed elsewhere in the meantime, so it was not deleted. Cancel to look at it first.';

/** The status of the list, also for screen readers. */
function notice(shown: LetterPages | null, searching: boolean): string {
  if (!shown) return 'Loading letters...';
  const { next, sought } = shown;
  const count = countOf(shown);
  if (!searching) return count === 0 ? 'No Letters Yet' : '';
  if (count === 0) return `No letter has “${sought}” in its words.`;
  if (next) return `More than ${count} letters found`;
  return count === 1 ? '1 letter found' : `${count} letters found`;
}

function countOf({ parts }: LetterPages): number {
  return parts.reduce((count, part) => count + part.length, 0);
}
