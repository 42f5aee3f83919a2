import { renderToStaticMarkup } from 'react-dom/server';
import { CARD, type CardDrawing } from '#core/card.ts';
import artStyles from '../envelope/envelope-art.css?raw';
import { EnvelopeArt } from '../envelope/envelope-art.tsx';
import paperStyles from '../envelope/papers.css?raw';
import tokens from '../styles/tokens.css?raw';
import { propertiesOf, resolveStyles } from './resolve-styles.ts';

/** Where the envelope lies on the desk, in pixels. */
const ENVELOPE = { x: 100, y: 44, width: 1000, height: 542 };
const SEAL = 128;
const POSTMARK = { x: 806, y: 62, width: 268, turn: 6 };
/** From the drawing of the postmark to pixels. */
const STAMPED = POSTMARK.width / 120;

/**
 * Shadows are strokes laid over one another, of these widths: a blur would take a second of the
 * processor, these a hundredth.
 */
const ON_THE_DESK = [5, 11, 18, 26, 36, 48, 62];
const UNDER_THE_FLAP = [1, 2, 3, 4, 5.5, 7];
const UNDER_THE_SEAL = [0.5, 1.5, 2.5, 3.5];
const SHADE = '#46300f';
const STRETCHED = { viewBox: '0 0 320 230', preserveAspectRatio: 'none' };

/** @param paper the envelope's; see paper.ts */
export function cardDrawing(paper: number, hasPostmark: boolean): CardDrawing {
  const properties = {
    ...propertiesOf(tokens, ':root'),
    ...propertiesOf(paperStyles, `[data-paper="${paper}"]`),
  };
  const colour = (name: string) => resolveStyles(`var(--${name})`, properties);
  const middle = ENVELOPE.x + ENVELOPE.width / 2;
  return {
    svg: renderToStaticMarkup(
      <Picture
        styles={resolveStyles(artStyles, properties)}
        colour={colour}
        hasPostmark={hasPostmark}
      />,
    ),
    ink: colour('ink'),
    paper: colour('paper'),
    title: { x: middle, y: 434, width: 860 },
    date: { x: middle, y: 560, size: 34 },
    ...(hasPostmark && {
      postmark: {
        x: POSTMARK.x + 29 * STAMPED,
        y: POSTMARK.y + 28 * STAMPED,
        size: 11 * STAMPED,
        ink: colour('postmark-text'),
        turn: POSTMARK.turn,
      },
    }),
  };
}

interface PictureProps {
  styles: string;
  colour(name: string): string;
  hasPostmark: boolean;
}

function Picture({ styles, colour, hasPostmark }: PictureProps) {
  const { x, y, width, height } = ENVELOPE;
  const seal = { x: x + (width - SEAL) / 2, y: y + height * 0.335 };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={CARD.width}
      height={CARD.height}
      viewBox={`0 0 ${CARD.width} ${CARD.height}`}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, with nobody's words */}
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <defs>
        <radialGradient id="lamp" cx="0.5" cy="0" r="0.9">
          <stop offset="0" stopColor={colour('desk-glow')} />
          <stop offset="1" stopColor={colour('desk')} />
        </radialGradient>
      </defs>
      <EnvelopeArt />
      <rect width={CARD.width} height={CARD.height} fill="url(#lamp)" />
      <g fill="none" stroke={SHADE}>
        {ON_THE_DESK.map((spread) => (
          <rect
            key={spread}
            x={x + 8}
            y={y + 14}
            width={width - 16}
            height={height - 6}
            rx="14"
            strokeWidth={spread}
            strokeOpacity="0.035"
          />
        ))}
      </g>
      <use href="#envelope-pocket" x={x} y={y} width={width} height={height} />
      <svg x={x} y={y + 3} width={width} height={height} {...STRETCHED}>
        {UNDER_THE_FLAP.map((spread) => (
          <path
            key={spread}
            d="M1 7 144 107q16 11 32 0L319 7"
            fill="none"
            stroke={SHADE}
            strokeWidth={spread}
            strokeOpacity="0.045"
          />
        ))}
      </svg>
      <use href="#envelope-flap" x={x} y={y} width={width} height={height} />
      <svg x={seal.x} y={seal.y} width={SEAL} height={SEAL} viewBox="0 0 64 64" overflow="visible">
        {UNDER_THE_SEAL.map((spread) => (
          <use
            key={spread}
            href="#seal-shape"
            y="1.4"
            fill="#000"
            fillOpacity="0.07"
            stroke="#000"
            strokeWidth={spread}
            strokeOpacity="0.07"
          />
        ))}
      </svg>
      <use href="#seal" x={seal.x} y={seal.y} width={SEAL} height={SEAL} />
      {hasPostmark && (
        <use
          href="#postmark"
          x={POSTMARK.x}
          y={POSTMARK.y}
          width={POSTMARK.width}
          height={56 * STAMPED}
          transform={`rotate(${POSTMARK.turn} ${POSTMARK.x + 29 * STAMPED} ${POSTMARK.y + 28 * STAMPED})`}
        />
      )}
    </svg>
  );
}
