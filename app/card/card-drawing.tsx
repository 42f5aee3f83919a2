/* biome-ignore-all lint/a11y/noSvgWithoutTitle: it becomes a picture, whose words stand beside it */
import { renderToStaticMarkup } from 'react-dom/server';
import { CARD, type CardDrawing, type OwnLook } from '#core/card.ts';
import type { WaxLetter } from '#core/wax-letter.ts';
import { EnvelopeArt, STAMP } from '../envelope/envelope-art.tsx';
import { type OwnStyles, ownStyles } from './own-styles.ts';
import { SoftShadow } from './soft-shadow.tsx';

/** Where the envelope lies on the desk, in pixels. */
const ENVELOPE = { x: 100, y: 44, width: 1000, height: 542 };
const SEAL = 128;
const POSTMARK = { x: 806, y: 62, width: 268, turn: 6 };
/** Pixels in one unit of the postmark's drawing. */
const STAMPED = POSTMARK.width / 120;
const STAMP_MIDDLE = { x: POSTMARK.x + STAMP.x * STAMPED, y: POSTMARK.y + STAMP.y * STAMPED };

/** Shadows of shapes other than sheets are overlaid strokes of these widths. */
const UNDER_THE_FLAP = [0.8, 1.5, 2.2, 2.9, 3.7, 4.6, 5.6, 6.8];
const UNDER_THE_SEAL = [0.5, 1.5, 2.5, 3.5];
const SHADE = '#543c20';
const STRETCHED = { viewBox: '0 0 320 230', preserveAspectRatio: 'none' };

/** A closed envelope by day. @param paper the number of its paper */
export function cardDrawing(owner: OwnLook, paper: number, hasPostmark: boolean): CardDrawing {
  const styles = ownStyles(owner, paper);
  const { colour } = styles;
  const middle = ENVELOPE.x + ENVELOPE.width / 2;
  return {
    svg: renderToStaticMarkup(
      <Picture styles={styles} seal={owner.seal} hasPostmark={hasPostmark} />,
    ),
    ink: colour('ink'),
    paper: colour('paper'),
    // Between the seal and the date.
    title: { x: middle, y: 502, width: 860, top: 356, bottom: 532 },
    date: { x: middle, y: 560, size: 34 },
    ...(hasPostmark && {
      postmark: {
        ...STAMP_MIDDLE,
        size: 11 * STAMPED,
        ink: colour('postmark-text'),
        turn: POSTMARK.turn,
      },
    }),
  };
}

interface PictureProps {
  styles: OwnStyles;
  seal: WaxLetter | null;
  hasPostmark: boolean;
}

function Picture({ styles: { css, colour }, seal, hasPostmark }: PictureProps) {
  const { x, y, width, height } = ENVELOPE;
  const wax = { x: x + (width - SEAL) / 2, y: y + height * 0.335, width: SEAL, height: SEAL };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={CARD.width}
      height={CARD.height}
      viewBox={`0 0 ${CARD.width} ${CARD.height}`}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, with nobody's words */}
      <style dangerouslySetInnerHTML={{ __html: css }} />
      <defs>
        <radialGradient id="lamp" cx="0.5" cy="0" r="0.9">
          <stop offset="0" stopColor={colour('desk-glow')} />
          <stop offset="1" stopColor={colour('desk')} />
        </radialGradient>
      </defs>
      <EnvelopeArt seal={seal} />
      <rect width={CARD.width} height={CARD.height} fill="url(#lamp)" />
      <SoftShadow
        id="far"
        x={x + 26}
        y={y + 40}
        width={width - 52}
        height={height - 46}
        reach={52}
        colour={SHADE}
        opacity={0.5}
      />
      <SoftShadow
        id="near"
        x={x + 6}
        y={y + 12}
        width={width - 12}
        height={height - 18}
        reach={13}
        colour={SHADE}
        opacity={0.4}
      />
      <use href="#envelope-pocket" x={x} y={y} width={width} height={height} />
      <svg x={x} y={y + 3} width={width} height={height} {...STRETCHED}>
        {/* On the pocket alone: it has no corners below those of the flap. */}
        <clipPath id="pocket">
          <path d="M1 7h318v216H1Z" />
        </clipPath>
        {UNDER_THE_FLAP.map((spread) => (
          <path
            key={spread}
            d="M1 7 144 107q16 11 32 0L319 7"
            fill="none"
            stroke={SHADE}
            strokeWidth={spread}
            strokeOpacity="0.034"
            clipPath="url(#pocket)"
          />
        ))}
      </svg>
      <use href="#envelope-flap" x={x} y={y} width={width} height={height} />
      <svg {...wax} viewBox="0 0 64 64" overflow="visible">
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
      <use href="#seal" {...wax} />
      {hasPostmark && (
        <use
          href="#postmark"
          x={POSTMARK.x}
          y={POSTMARK.y}
          width={POSTMARK.width}
          height={56 * STAMPED}
          transform={`rotate(${POSTMARK.turn} ${STAMP_MIDDLE.x} ${STAMP_MIDDLE.y})`}
        />
      )}
    </svg>
  );
}
