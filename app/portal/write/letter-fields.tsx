import { type ReactNode, useId } from 'react';
import { directionOf } from '#core/language.ts';
import { type FieldFaults, type LetterText, TEXTS } from '#core/letter.ts';
import { isTyped } from '../../letter/letter-sheet.tsx';
import { useSite } from '../../use-site.ts';
import { onText } from '../on-text.ts';

interface LetterFieldsProps {
  fields: LetterText;
  faults: FieldFaults;
  /** @param change nothing where a field was left, into which a program may have written */
  onChange(change: Partial<LetterText>): void;
}

export function LetterFields(props: LetterFieldsProps) {
  const { fields, faults, onChange } = props;
  const { ownerName, letterLanguage } = useSite();
  // For spelling checkers.
  const lang = letterLanguage?.tag;
  return (
    // No tab stop, where it is what scrolls: see letter-rows.tsx.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what was written
    <div className="write__fields" tabIndex={-1} onBlur={() => onChange({})}>
      <Field label="title" fault={faults.title} wrong="A letter needs a title.">
        {(control) => (
          <input
            {...control}
            name="title"
            dir="auto"
            lang={lang}
            autoComplete="off"
            value={fields.title}
            {...onText((title) => onChange({ title }))}
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
            data-empty={fields.date === '' || undefined}
            {...onText((date) => onChange({ date }))}
          />
        )}
      </Field>
      <Field label="letter" fault={faults.content} wrong="Nothing is written here yet.">
        {(control) => (
          <textarea
            {...control}
            name="content"
            // Not "auto": with thousands of lines, Chromium would need seconds for each change.
            dir={directionOf(fields.content)}
            lang={lang}
            rows={10}
            // Otherwise React copies each change into the default value, and Chromium then undoes letter by letter.
            defaultValue=""
            value={fields.content}
            {...onText((content) => onChange({ content }))}
          />
        )}
      </Field>
      <Field
        label="signature"
        hint={`${ownerName}, if left empty`}
        fault={faults.signature}
        wrong="This does not look like a name."
      >
        {(control) => (
          <input
            {...control}
            name="signature"
            dir="auto"
            lang={lang}
            autoComplete="off"
            // A keyboard would make other words of names.
            autoCapitalize="words"
            autoCorrect="off"
            spellCheck={false}
            value={fields.signature}
            data-typed={isTyped(fields.signature) || undefined}
            {...onText((signature) => onChange({ signature }))}
          />
        )}
      </Field>
      <label className="check">
        <input
          name="hidden"
          type="checkbox"
          checked={fields.hidden}
          onChange={(event) => onChange({ hidden: event.target.checked })}
        />
        {/* Alone in its element: before one that a translator has replaced, React could not insert the other box. */}
        <span>hide from the main page</span>
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
  /** Also the end of a class in letter-fields.css. */
  label: string;
  hint?: string;
  fault: string | undefined;
  /** The message at the field for a fault whose own text is said elsewhere. */
  wrong?: string;
  children(control: Control): ReactNode;
}

function Field({ label, hint, fault, wrong, children }: FieldProps) {
  const id = useId();
  const noteId = useId();
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
      <span className={fault ? 'field__note fault' : 'field__note'} id={noteId}>
        {isSaidElsewhere(fault) ? wrong : (fault ?? hint)}
      </span>
    </div>
  );
}

/** The specification has these texts beside the button and in a dialog. */
function isSaidElsewhere(fault: string | undefined): boolean {
  return fault === TEXTS.required || fault === TEXTS.signature;
}
