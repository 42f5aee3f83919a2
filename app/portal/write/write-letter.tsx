import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { checkLetter } from '#core/check-letter.ts';
import { localDay } from '#core/date.ts';
import {
  type FieldFaults,
  isSameText,
  type LetterField,
  type LetterText,
  TEXTS,
} from '#core/letter.ts';
import { ignoreSecondPresses } from '../../ui/double-press.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useSite } from '../../use-site.ts';
import type { DraftKeeper, DraftState } from '../drafts/draft-keeper.ts';
import { DraftStatus } from '../drafts/draft-status.tsx';
import { RestoreOffer } from '../drafts/restore-offer.tsx';
import { useUnsentDrafts } from '../drafts/use-unsent-drafts.ts';
import { ConfirmDialog } from '../notes/confirm-dialog.tsx';
import { focusAfterAnnouncement } from '../notes/focus-after-announcement.ts';
import { LinkDialog } from '../share/link-dialog.tsx';
import { cleanedFields } from './cleaned-fields.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { LetterFields } from './letter-fields.tsx';
import { LetterPreview } from './letter-preview.tsx';
import { SignatureWarning } from './signature-warning.tsx';
import { useFaults } from './use-faults.ts';
import type { LetterForm } from './use-letter-form.ts';
import type { Saving } from './use-saving.ts';
import { controlIn, wordsInForm } from './words-in-form.ts';

/** A letter, and the question whether to save it. */
interface Question {
  letter: LetterText;
  /** The form's, of which the letter was made. */
  fields: LetterText;
  words: string;
}

interface WriteLetterProps {
  /** Whether its tab is in front. */
  active: boolean;
  form: LetterForm;
  keeper: DraftKeeper;
  draftState: DraftState;
  saving: Saving;
  onDone(): void;
}

/** Writing: validate, confirm, save, show the link, and then the portal closes. */
export function WriteLetter(props: WriteLetterProps) {
  const { active, form, keeper, draftState, saving, onDone } = props;
  const { ownerName } = useSite();
  const [asking, setAsking] = useState<Question | null>(null);
  const asked = useLastShown(asking);
  const [warning, setWarning] = useState(false);
  /** The owner wants no drafts offered for now. */
  const [later, setLater] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const { faults, showFaults, mend, forgetFaults } = useFaults(element);
  const { saved, conflict } = saving;
  const wanted = active && !later && saved === null;
  const unsent = useUnsentDrafts({ form, keeper, wanted });
  const { editing } = form;
  const verb = editing ? 'update' : 'send';

  // A new form begins at its title; a return goes on where the writer was.
  const editedId = editing?.id;
  const { place, serial } = form;
  const title = () => controlIn(element.current, 'title');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another letter is in the form
  useEffect(() => {
    if (active) return focusAfterAnnouncement(() => lastPlace() ?? title());
  }, [active, serial]);

  // It may appear where "edit" was pressed in the list.
  useEffect(() => ignoreSecondPresses(() => cancel.current), []);

  function lastPlace(): HTMLElement | null {
    const left = place.current?.serial === serial ? place.current.control : null;
    if (!left || left.isConnected) return left;
    // The portal was locked meanwhile, and its form is another one.
    const { name, selectionStart, selectionEnd } = left as HTMLInputElement;
    const found = controlIn(element.current, name);
    if (selectionStart !== null) found?.setSelectionRange?.(selectionStart, selectionEnd);
    return found;
  }

  // The faults of one letter are not shown with another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another letter is in the form
  useEffect(forgetFaults, [serial]);

  /** A signature that is no name is also said in a dialog, as the specification has it. */
  function show(found: FieldFaults) {
    showFaults(found);
    setWarning(found.signature === TEXTS.signature);
  }

  /** What stands in the form, also where React has not heard of it. */
  const written = () => (element.current ? wordsInForm(element.current, form.fields) : form.fields);

  function submit(event: FormEvent) {
    event.preventDefault();
    saving.forgetTrouble();
    const fields = written();
    form.set(fields);
    // The form keeps what was pasted: in fields that are changed from here, Chromium's Undo ends, and its Redo
    // doubles words.
    const checked = checkLetter(cleanedFields(fields, editing?.signature), {
      ownerName,
      today: localDay(new Date()),
      currentSignature: editing?.signature,
    });
    const found: FieldFaults = checked.ok ? {} : { ...checked.fields };
    // A half-typed date has an empty value, but the person sees what they typed.
    if (controlIn(element.current, 'date')?.validity.badInput) found.date = TEXTS.date;
    // Asked once: a second attempt sends it.
    else if (!faults.date && fields.date !== editing?.original?.date)
      Object.assign(found, doubtOf(fields.date));
    show(found);
    if (!checked.ok || found.date) return;
    setAsking({ letter: checked.letter, fields, words: question(verb, checked.letter) });
  }

  function change(words: Partial<LetterText>) {
    form.set({ ...written(), ...words });
    for (const name of Object.keys(words)) mend(name as LetterField);
  }

  /** Saves what the owner was asked about. If anything was written since, it is not what they would send. */
  function confirm() {
    if (!asking) return;
    if (isSameText(written(), asking.fields)) after(saving.save(asking.letter));
    else setAsking(null);
  }

  async function after(done: Promise<FieldFaults>) {
    const found = await done;
    // The portal was locked meanwhile: the form that it has once it is unlocked shows them.
    if (!element.current) return;
    saving.unseen.current = null;
    setAsking(null);
    show(found);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: of a save that another form began
  useEffect(() => {
    if (saving.unseen.current) void after(saving.unseen.current);
  }, []);

  /*
   * Other elements for another letter: in the same ones, Chromium's Undo and Redo would bring the words of the one
   * before into it, and a half-typed date, which is empty to React, would stay. Of a box whose tab is not shown,
   * Chromium does not report that it is checked now, and Orca says what it was. And the same until something in it
   * is changed: rendered for another reason, React would take from it what it has not heard of.
   */
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` does the same in every rendering
  const letterFields = useMemo(
    () => (
      <LetterFields
        key={`fields ${serial}`}
        fields={form.fields}
        faults={faults}
        onChange={change}
      />
    ),
    [serial, form.fields, faults],
  );

  const incomplete = [faults.title, faults.content].includes(TEXTS.required);
  const trouble = saving.trouble || (incomplete ? TEXTS.required : '');

  return (
    <form
      className="portal__panel"
      noValidate
      ref={element}
      onSubmit={submit}
      onFocus={({ target }) => {
        // In React, events of the form's dialogs bubble here, too, out of their portals.
        // What only scrolls is no place to write at.
        if (element.current?.contains(target) && target.tabIndex >= 0)
          place.current = { serial, control: target };
      }}
    >
      {/* No tab stop: see letter-rows.tsx. */}
      <div className="portal__scroll write" tabIndex={-1}>
        {letterFields}
        {/* Another letter is shown at once, and from its beginning. */}
        <LetterPreview key={editedId} fields={form.fields} letterId={editedId} />
      </div>
      <RestoreOffer
        draft={unsent.offered}
        others={unsent.others}
        trouble={unsent.trouble}
        findNext={title}
        onRestore={unsent.restore}
        onDiscard={unsent.discard}
        onLater={() => setLater(true)}
        onNext={unsent.next}
      />
      <div className="write__actions">
        <DraftStatus state={draftState} isSent={saving.busy || saving.saved !== null} />
        {/* Inserted anew by its key: see portal-access.tsx. */}
        <p className="fault" role="alert" key={trouble}>
          {trouble}
        </p>
        {editing && (
          <button className="button" type="button" ref={cancel} onClick={form.clear}>
            Cancel Edit
          </button>
        )}
        <button className="button button--primary" type="submit" disabled={saving.busy}>
          {saving.busy ? (editing ? 'updating...' : 'sending...') : `${verb} letter`}
        </button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        question={asked?.words ?? ''}
        busy={saving.busy}
        onCancel={() => setAsking(null)}
        onConfirm={confirm}
      />
      <SignatureWarning open={warning} onClose={() => setWarning(false)} />
      <ConflictDialog
        conflict={conflict}
        busy={saving.busy}
        onKeepMine={() => after(saving.keepMine())}
        onTakeTheirs={saving.takeTheirs}
        onSendAsNew={() => after(saving.sendAsNew())}
        onGoOn={saving.goOnEditing}
      />
      {saved && <LinkDialog {...saved} onClose={onDone} />}
    </form>
  );
}

function question(verb: string, { hidden }: LetterText): string {
  const asked = `Are you sure you want to ${verb} this letter?`;
  return hidden ? `${asked} (This letter will be hidden from the main page)` : asked;
}

/** A date field takes 26 for the year 26, which would put the letter last. */
function doubtOf(date: string): FieldFaults {
  const year = Number(date.slice(0, 4));
  const doubt = `Is this the year ${year}? If so, press the button again.`;
  return date !== '' && year < 1000 ? { date: doubt } : {};
}
