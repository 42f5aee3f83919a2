import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatDate, postmarkOf } from '#core/date.ts';
import type { LetterHeading } from '#core/letter.ts';
import { useLanguage } from '../use-language.ts';
import { useSite } from '../use-site.ts';
import { STAMP } from './envelope-art.tsx';
import { useOpenedBefore } from './opened-before.ts';
import { paperOf } from './paper.ts';
import './papers.css';
import './envelope.css';

/** Milliseconds of a press before the letter is prefetched: a shorter one is a click, and opening comes first. */
const HELD_MS = 50;

interface EnvelopeProps {
  letter: LetterHeading;
  href: string;
  /** Called on a click without modifier keys. */
  onOpen(letterId: string): void;
  /** Called when the envelope is hovered, pressed or focused: time to prefetch the letter. */
  onApproach?(letterId: string): void;
}

/** A closed envelope: a real link to its letter, which works before and without JavaScript. */
export function Envelope({ letter, href, onOpen, onApproach }: EnvelopeProps) {
  const clicked = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // The second click of a double click was meant for what the first has replaced.
    if (event.detail < 2) onOpen(letter.id);
  };
  const approach = () => onApproach?.(letter.id);
  const hovered = (event: PointerEvent) => event.pointerType !== 'touch' && approach();
  const pressed = (event: PointerEvent<HTMLElement>) => {
    const held = setTimeout(approach, HELD_MS);
    // The browser cancels the pointer when the finger begins to scroll.
    event.currentTarget.onpointercancel = () => clearTimeout(held);
    // Suppresses the emulated mouse events, which would only delay the opening.
    if (event.pointerType === 'touch') event.preventDefault();
  };
  return (
    <a
      className="envelope"
      href={href}
      data-paper={paperOf(letter.id)}
      onClick={clicked}
      onFocus={approach}
      onPointerEnter={hovered}
      onPointerDown={pressed}
    >
      <EnvelopeBody letter={letter} />
    </a>
  );
}

/** An envelope's content. The spaces keep its words apart where there are no styles, as in text browsers. */
export function EnvelopeBody({ letter }: Pick<EnvelopeProps, 'letter'>) {
  const { envelopeImageUrl } = useSite();
  const opened = useOpenedBefore(letter.id);
  const language = useLanguage(letter.title);
  return (
    <span className="envelope__body">
      <span className="envelope__inside">
        <svg className="envelope__part" aria-hidden="true">
          <use href="#envelope-back" />
        </svg>
      </span>
      <svg className="envelope__part" aria-hidden="true">
        <use href="#envelope-pocket" />
      </svg>
      <span className="envelope__flap">
        <svg className="envelope__part" aria-hidden="true">
          <use href="#envelope-flap" />
        </svg>
        <svg className="envelope__seal" aria-hidden="true">
          <use href={opened ? '#seal-broken' : '#seal'} />
        </svg>
      </span>
      {envelopeImageUrl && <EnvelopeImage url={envelopeImageUrl} />}
      <Postmark date={letter.date} />{' '}
      <span className="envelope__address">
        <span className="envelope__title" dir="auto" lang={language}>
          {letter.title}
        </span>{' '}
        <span className="envelope__date">{formatDate(letter.date)}</span>
        {opened && <span className="visually-hidden">opened before</span>}
      </span>
    </span>
  );
}

/** A plain click, which does not ask for a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** The owner's own picture of an envelope covers the drawn one once it has loaded. */
function EnvelopeImage({ url }: { url: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [loaded, setLoaded] = useState(false);
  // The image may have loaded before hydration, which missed its event.
  useEffect(
    () => setLoaded(Boolean(image.current?.complete && image.current.naturalWidth > 0)),
    [],
  );
  return (
    <img
      className="envelope__image"
      src={url}
      alt=""
      data-loaded={loaded || undefined}
      ref={image}
      onLoad={() => setLoaded(true)}
    />
  );
}

/** The postmark with the day. The date in words is beside the title. */
function Postmark({ date }: { date: string | null }) {
  const words = postmarkOf(date);
  if (words === null) return null;
  return (
    <svg className="envelope__postmark" viewBox="0 0 120 56" aria-hidden="true">
      <use href="#postmark" />
      <text x={STAMP.x} y={STAMP.y - 3}>
        {words[0]}
      </text>{' '}
      <text x={STAMP.x} y={STAMP.y + 9}>
        {words[1]}
      </text>
    </svg>
  );
}
