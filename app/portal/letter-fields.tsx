import { type ReactNode, useId } from 'react';
import { type FieldFaults, TEXTS } from '#core/letter.ts';
import type { LetterForm } from './use-letter-form.ts';

interface LetterFieldsProps {
  form: LetterForm;
  faults: FieldFaults;
  ownerName: string;
}

export function LetterFields({ form, faults, ownerName }: LetterFieldsProps) {
  const { fields, set } = form;
  return (
    <div className="write__fields">
      <Field label="title" fault={faults.title}>
        {(control) => (
          <input
            {...control}
            name="title"
            dir="auto"
            autoComplete="off"
            value={fields.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="date" hint="today, if left empty" fault={faults.date}>
        {(control) => (
          <input
            {...control}
            name="date"
            type="date"
            min="0001-01-01"
            max="9999-12-31"
            value={fields.date}
            onChange={(event) => set({ date: event.target.value })}
          />
        )}
      </Field>
      <Field label="letter" fault={faults.content}>
        {(control) => (
          <textarea
            {...control}
            name="content"
            dir="auto"
            rows={10}
            value={fields.content}
            onChange={(event) => set({ content: event.target.value })}
          />
        )}
      </Field>
      <Field label="signature" hint={`${ownerName}, if left empty`} fault={faults.signature}>
        {(control) => (
          <input
            {...control}
            name="signature"
            dir="auto"
            autoComplete="off"
            value={fields.signature}
            onChange={(event) => set({ signature: event.target.value })}
          />
        )}
      </Field>
      <label className="check">
        <input
          name="hidden"
          type="checkbox"
          checked={fields.hidden}
          onChange={(event) => set({ hidden: event.target.checked })}
        />
        hide from the main page
      </label>
    </div>
  );
}

interface Control {
  className: string;
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string;
  fault: string | undefined;
  children(control: Control): ReactNode;
}

function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const noteId = useId();
  // What is missing is said once for the whole form, beside its button.
  const note = fault === TEXTS.required ? undefined : fault;
  return (
    <div className={`field field--${label}`}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({
        className: 'field__input',
        id,
        'aria-describedby': noteId,
        'aria-invalid': fault ? true : undefined,
      })}
      <span className={note ? 'field__note fault' : 'field__note'} id={noteId}>
        {note ?? hint}
      </span>
    </div>
  );
}
