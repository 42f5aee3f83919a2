import { memo, useDeferredValue } from 'react';
import { isBlank, type LetterText, textFault } from '#core/letter.ts';
import { paperOf } from '../../envelope/paper.ts';
import { LetterSheet } from '../../letter/letter-sheet.tsx';
import { useSite } from '../../use-site.ts';
import { PicturedEnvelope } from '../pictured-envelope.tsx';
import { useDebounced } from '../use-debounced.ts';
import { cleanedFields } from './cleaned-fields.ts';
import { useToday } from './use-today.ts';

interface LetterPreviewProps {
  fields: LetterText;
  /** The id of the edited letter. A new letter has none yet, and so no paper of its own. */
  letterId: string | undefined;
}

/** In UTF-16 units. To lay out 200,000 of them takes as long as two frames, or ten on an old phone. */
const LONG = 20_000;
const REST_MS = 400;

/** The letter as its readers will get it. It follows the typing without delaying it. */
export function LetterPreview({ fields, letterId }: LetterPreviewProps) {
  const rested = useDebounced(fields, fields.content.length > LONG ? REST_MS : 0);
  return <Preview fields={useDeferredValue(rested)} letterId={letterId} />;
}

const Preview = memo(function Preview({ fields, letterId }: LetterPreviewProps) {
  const { ownerName } = useSite();
  const today = useToday();
  // As it will be sent, without control characters that were pasted from a document.
  const { title, content, signature } = cleanedFields(fields);
  // What cannot be sent is not previewed; laying out a million characters would take seconds.
  const words = isBlank(content)
    ? 'What you write is shown here as it will be read.'
    : textFault('content', content);
  const letter = {
    id: letterId ?? '',
    title: isBlank(title) ? 'Untitled' : title,
    date: fields.date || today,
    content: words ?? content,
    signature: isBlank(signature) ? ownerName : signature,
  };
  return (
    <section
      className="preview"
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
      tabIndex={0}
      // A translator replaces nodes that React has to find again when more is written.
      translate="no"
      data-paper={letterId === undefined ? 0 : paperOf(letterId)}
      data-untitled={isBlank(title) || undefined}
      data-unwritten={words !== null || undefined}
    >
      <div className="preview__envelope">
        <PicturedEnvelope letter={letter} />
      </div>
      <p className="preview__note">
        {fields.hidden
          ? 'Only those who have its link will find it.'
          : letterId === undefined && 'Its paper is chosen when it is sent.'}
      </p>
      <div className="preview__sheet">
        <LetterSheet letter={letter} titleId="preview-title" />
      </div>
    </section>
  );
});
