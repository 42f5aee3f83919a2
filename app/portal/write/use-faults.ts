import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldFaults, LetterField } from '#core/letter.ts';

/** What is wrong with the form, shown at its fields until they are edited. */
export function useFaults(form: RefObject<HTMLFormElement | null>) {
  const [faults, setFaults] = useState<FieldFaults>({});
  return {
    faults,
    /** Shows the faults, and focuses the first field that has one. */
    showFaults(found: FieldFaults) {
      flushSync(() => setFaults(found));
      const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid]');
      field?.focus();
      // WebKit shows only the place where one would type.
      const note = form.current?.querySelector('.field__note.fault');
      for (const words of [note, field?.labels?.[0]]) words?.scrollIntoView({ block: 'nearest' });
    },
    forgetFaults: () => setFaults({}),
    /** Clears the fault of a field while it is being corrected. */
    mend(name: LetterField) {
      setFaults((now) => {
        const { [name]: mended, ...others } = now;
        return mended === undefined ? now : others;
      });
    },
  };
}
