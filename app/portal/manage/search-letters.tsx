import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react';
import { CloseIcon } from '../../ui/close-icon.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { onText } from '../on-text.ts';
import { useDebounced } from '../use-debounced.ts';

/** Milliseconds by which the search is debounced. */
const REST_MS = 150;
/** The code of a key that an input method has handled. */
const OF_INPUT_METHOD = 229;

interface SearchLettersProps {
  /** The words to begin with. */
  initial: string;
  /** Called with the words to look for, empty for none. Always the same function. */
  onSeek(words: string): void;
}

/** Looks for letters while one types. Escape, or its own button, empties it. */
export function SearchLetters({ initial, onSeek }: SearchLettersProps) {
  const [words, setWords] = useState(initial);
  /** Whether there were words before. */
  const used = useLastShown(words !== '' || null);
  const input = useRef<HTMLInputElement>(null);
  const sought = useDebounced(words.trim(), words === '' ? 0 : REST_MS);
  useEffect(() => startTransition(() => onSeek(sought)), [sought, onSeek]);

  /** As if by hand, so that Undo brings the words back: after another way, Chromium's Redo doubles them. */
  function clear() {
    const field = input.current;
    field?.focus();
    field?.select();
    document.execCommand('delete');
    setWords('');
  }

  // The portal, which Escape closes, does not hear of it then.
  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Escape' || event.currentTarget.value === '') return;
    event.stopPropagation();
    event.preventDefault();
    // During composition, Escape only cancels the input method. In Safari it is over by then, but the code tells:
    // https://bugs.webkit.org/show_bug.cgi?id=165004
    if (!event.nativeEvent.isComposing && event.keyCode !== OF_INPUT_METHOD) clear();
  }

  return (
    <search className="search">
      {/* At each key in a field without a form, Chromium examines all controls without one: four in each row. */}
      <form onSubmit={(event) => event.preventDefault()}>
        <input
          className="field__input search__input"
          ref={input}
          name="q"
          type="search"
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          aria-label="Search letters"
          placeholder="Search letters"
          value={words}
          onKeyDown={pressed}
          {...onText(setWords)}
        />
        {words !== '' && (
          <button className="search__clear" type="button" aria-label="Clear search" onClick={clear}>
            <CloseIcon />
          </button>
        )}
      </form>
      <p className="visually-hidden" aria-live="polite">
        {used && words === '' && 'All letters are listed again.'}
      </p>
    </search>
  );
}
