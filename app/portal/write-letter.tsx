import { type FormEvent, useEffect, useRef, useState } from 'react';
import { localDay } from '#core/date.ts';
import {
  checkLetter,
  type FieldFaults,
  type LetterJson,
  type LetterText,
  TEXTS,
} from '#core/letter.ts';
import { letterUrl, useSite } from '../use-site.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LetterFields } from './letter-fields.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { isLocked, PortalRefusal, sendLetter, updateLetter } from './portal-api.ts';
import { SignatureWarning } from './signature-warning.tsx';
import type { LetterForm } from './use-letter-form.ts';

const LOCKED =
  'The letter was not saved: the portal was locked in the meantime. Your words are still here.';

/** What is asked for confirmation; it stays as it was while its dialog goes away. */
interface Question {
  letter: LetterText;
  words: string;
}

interface WriteLetterProps {
  form: LetterForm;
  onChanged(): void;
  onLocked(why: string): void;
  onDone(): void;
}

/** Writing: validate, confirm, save, show the link, and then the portal closes. */
export function WriteLetter({ form, onChanged, onLocked, onDone }: WriteLetterProps) {
  const { ownerName, url } = useSite();
  const [faults, setFaults] = useState<FieldFaults>({});
  const [trouble, setTrouble] = useState('');
  const [asking, setAsking] = useState<Question | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [warning, setWarning] = useState(false);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<LetterJson | null>(null);
  const { editing } = form;
  const verb = editing ? 'update' : 'send';

  const element = useRef<HTMLFormElement>(null);

  // Whoever comes to write, or to another letter, begins at its title.
  const editedId = editing?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the edited letter changes
  useEffect(() => focusIn(element.current, '[name=title]'), [editedId]);
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusIn(element.current, '[aria-invalid]');
  }, [faults]);

  function show(fields: FieldFaults) {
    const { signature, ...others } = fields;
    const warned = signature === TEXTS.signature;
    setFaults(warned ? others : fields);
    setWarning(warned);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTrouble('');
    const checked = checkLetter(form.fields, {
      ownerName,
      today: localDay(new Date()),
      currentSignature: editing?.signature,
    });
    const fields: FieldFaults = checked.ok ? {} : { ...checked.fields };
    // A date that was typed half is empty to us, but not to the person who typed it.
    const date = element.current?.elements.namedItem('date') as HTMLInputElement | null;
    if (date?.validity.badInput) fields.date = TEXTS.date;
    show(fields);
    if (!checked.ok || fields.date) return;
    setAsking({ letter: checked.letter, words: question(verb, checked.letter) });
    setConfirming(true);
  }

  function cancelEdit() {
    form.clear();
    show({});
    setTrouble('');
  }

  async function save(letter: LetterText) {
    setSaving(true);
    try {
      const result = editing
        ? await updateLetter(editing, letter)
        : await sendLetter(letter, form.idempotencyKey());
      form.clear();
      setSaved(result);
      onChanged();
    } catch (error) {
      console.error('The letter could not be saved.', error);
      if (isLocked(error)) onLocked(LOCKED);
      else if (error instanceof PortalRefusal && error.code === 'letter-invalid')
        show(error.fields);
      else setTrouble(troubleWith(error));
    } finally {
      setSaving(false);
      setConfirming(false);
    }
  }

  const incomplete = faults.title === TEXTS.required || faults.content === TEXTS.required;

  return (
    <form className="portal__panel" noValidate ref={element} onSubmit={submit}>
      <div className="portal__scroll">
        <LetterFields form={form} faults={faults} ownerName={ownerName} />
      </div>
      <div className="write__actions">
        <p className="fault" role="alert">
          {trouble || (incomplete ? TEXTS.required : '')}
        </p>
        {editing && (
          <button className="button" type="button" onClick={cancelEdit}>
            Cancel Edit
          </button>
        )}
        <button className="button button--primary" type="submit" disabled={saving}>
          {saving ? (editing ? 'updating...' : 'sending...') : `${verb} letter`}
        </button>
      </div>
      <ConfirmDialog
        open={confirming}
        question={asking?.words ?? ''}
        busy={saving}
        onCancel={() => setConfirming(false)}
        onConfirm={() => asking && save(asking.letter)}
      />
      <SignatureWarning open={warning} onClose={() => setWarning(false)} />
      {saved && <LinkDialog link={letterUrl(url, saved.id)} onClose={onDone} />}
    </form>
  );
}

function question(verb: string, { hidden }: LetterText): string {
  const asked = `Are you sure you want to ${verb} this letter?`;
  return hidden ? `${asked} (This letter will be hidden from the main page)` : asked;
}

function focusIn(form: HTMLFormElement | null, selector: string) {
  form?.querySelector<HTMLElement>(selector)?.focus();
}

/** Why a letter was not saved, for the person whose words are at stake. */
function troubleWith(error: unknown): string {
  const why = error instanceof PortalRefusal ? `${error.message} ` : '';
  if (error instanceof PortalRefusal && error.code === 'letter-changed') {
    return `${why}Your words are still here: copy them, cancel the edit and open the letter again.`;
  }
  return `The letter was not saved. ${why}Your words are still here; please try again.`;
}
