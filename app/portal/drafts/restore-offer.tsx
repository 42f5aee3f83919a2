import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftJson } from '#core/draft.ts';
import { useLanguage } from '../../use-language.ts';
import { ConfirmDialog } from '../notes/confirm-dialog.tsx';
import { focusAfterAnnouncement } from '../notes/focus-after-announcement.ts';

/** How many characters are enough to recognise a letter by. */
const BEGINNING = 300;
const A_MOMENT_MS = 60_000;

interface RestoreOfferProps {
  /** Null while there is none to offer. */
  draft: DraftJson | null;
  /** How many there are besides. */
  others: number;
  trouble: string;
  /** The control that gets the focus when nothing more is offered. */
  findNext(): HTMLElement | null;
  onRestore(draft: DraftJson): void;
  /** @returns whether it is gone */
  onDiscard(draft: DraftJson): Promise<boolean>;
  onLater(): void;
  /** Offers another one instead, and this one again after the others. */
  onNext(): void;
}

/**
 * Offers what was written and not sent, below the form, which need not wait for an answer. Asks once more
 * before a draft is thrown away.
 */
export function RestoreOffer(props: RestoreOfferProps) {
  const { draft, others, trouble, findNext, onRestore, onDiscard, onLater, onNext } = props;
  const [busy, setBusy] = useState(false);
  /** The draft whose deletion is to be confirmed. */
  const [toDiscard, setToDiscard] = useState<DraftJson | null>(null);
  /** What was done last with a draft, until another one is asked about. */
  const [done, setDone] = useState('');
  const discarding = useRef<HTMLButtonElement>(null);
  const questionId = useId();

  // It takes room from the fields, but must not hide the one that has just been emptied.
  const isOffered = draft !== null;
  useEffect(() => {
    const field = isOffered ? document.activeElement?.closest('input, textarea') : null;
    field?.scrollIntoView({ block: 'nearest' });
  }, [isOffered]);

  async function discard() {
    // A question that is fading can still be pressed, and the next draft is offered by then.
    if (!toDiscard) return;
    setBusy(true);
    if (await onDiscard(toDiscard)) setDone(`Draft discarded: ${nameOf(toDiscard)}`);
    setBusy(false);
    setToDiscard(null);
  }

  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {done}
      </p>
      {/* Always there, because screen readers announce only what changes in it; of the offer, what it is about. */}
      <p className="visually-hidden" aria-live="polite">
        {draft && `An unsent letter is offered below the form: ${nameOf(draft)}`}
      </p>
      {draft && (
        <section className="unsent" aria-labelledby={questionId}>
          <div className="unsent__letter">
            <h3 className="unsent__question" id={questionId}>
              Restore your unsent letter?
            </h3>
            <Unsent draft={draft} others={others} />
            <p className="fault" role="alert" key={trouble}>
              {trouble}
            </p>
          </div>
          <div className="unsent__actions">
            <div className="unsent__aside">
              {others > 0 && (
                <button className="button" type="button" onClick={onNext}>
                  Next draft
                </button>
              )}
              <button
                className="button"
                type="button"
                onClick={() => {
                  onLater();
                  setDone(`Draft kept for later: ${nameOf(draft)}`);
                  focusAfterAnnouncement(findNext);
                }}
              >
                Later
              </button>
            </div>
            <div className="unsent__choice">
              <button
                className="button"
                type="button"
                ref={discarding}
                onClick={() => {
                  setDone('');
                  setToDiscard(draft);
                }}
              >
                Discard
              </button>
              <button
                className="button button--primary"
                type="button"
                onClick={() => {
                  flushSync(() => onRestore(draft));
                  findNext()?.focus();
                }}
              >
                Restore
              </button>
            </div>
          </div>
        </section>
      )}
      <ConfirmDialog
        open={toDiscard !== null && toDiscard.id === draft?.id}
        question="Are you sure you want to discard this draft? You cannot get these words back."
        subject={toDiscard ? nameOf(toDiscard) : undefined}
        busy={busy}
        returnTo={() => discarding.current ?? findNext() ?? false}
        onCancel={() => setToDiscard(null)}
        onConfirm={discard}
      />
    </>
  );
}

function Unsent({ draft, others }: { draft: DraftJson; others: number }) {
  const { title, content, editing, savedAt } = draft;
  const beginning = content.trim().slice(0, BEGINNING);
  const what = editing ? 'Edit of a sent letter, saved' : 'Saved';
  const language = useLanguage(`${title}\n${beginning}`);
  return (
    <>
      <p className="unsent__title" dir="auto" lang={language}>
        {nameOf(draft)}
      </p>
      {beginning && (
        <p className="unsent__words" dir="auto" lang={language}>
          {beginning}
        </p>
      )}
      <p className="unsent__saved">
        {/* Each text is alone in its element: one that a translator had replaced could not be changed or removed. */}
        <span>{what}</span> <time dateTime={savedAt}>{when(savedAt)}</time>
        <span>{isRecent(savedAt) ? ', a moment ago. It may still be open elsewhere.' : '.'}</span>
        <span>
          {others > 0 && ` ${others} more ${others === 1 ? 'draft is' : 'drafts are'} waiting.`}
        </span>
      </p>
    </>
  );
}

function nameOf({ title }: DraftJson): string {
  return title.trim() || 'Untitled';
}

function when(savedAt: string): string {
  return new Date(savedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}

/** This device's clock and the site's need not agree. */
function isRecent(savedAt: string): boolean {
  return Math.abs(Date.now() - Date.parse(savedAt)) < A_MOMENT_MS;
}
