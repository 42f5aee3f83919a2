import { useState } from 'react';
import type { WaxLetter } from '#core/wax-letter.ts';
import { SealMark } from './seal-mark.tsx';
import './envelope-art.css';

/** The middle of the stamp in the drawing of the postmark. */
export const STAMP = { x: 29, y: 28 };

/** Hydrates with the drawing that the server rendered, so that the script need not contain it. */
export function EnvelopeArtOnPage() {
  const [drawing] = useState(() => document.querySelector('.envelope-art')?.innerHTML ?? '');
  return (
    <svg
      className="envelope-art"
      width="0"
      height="0"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what EnvelopeArt drew
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}

/**
 * The drawing of an envelope, once for the page; envelopes refer to its parts. Colours come from
 * the custom properties of the place where a part is used.
 */
export function EnvelopeArt({ seal }: { seal: WaxLetter | null }) {
  const mark = seal === null ? 'wax-mark' : 'wax-mark wax-mark--letter';
  return (
    <svg className="envelope-art" width="0" height="0" aria-hidden="true">
      <defs>
        <linearGradient id="flap-light" x2="0" y2="1">
          <stop className="light--high" />
          <stop offset="1" className="light--low" />
        </linearGradient>
        <linearGradient id="fold-left">
          <stop className="shade--faint" />
          <stop offset="1" className="shade--soft" />
        </linearGradient>
        <linearGradient id="fold-right" href="#fold-left" x1="1" x2="0" />
        <linearGradient id="fold-bottom" x2="0" y2="1">
          <stop className="light--high" />
          <stop offset="0.5" className="light--none" />
        </linearGradient>
        {/* The shadow of an edge: from a point on the edge to where it ends, at a right angle. */}
        <linearGradient id="fall" gradientUnits="userSpaceOnUse">
          <stop className="shade--fall" />
          <stop offset="0.3" className="shade--fall" stopOpacity="0.5" />
          <stop offset="0.6" className="shade--fall" stopOpacity="0.17" />
          <stop offset="1" className="shade--fall" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="fall-left" href="#fall" x1="73" y1="57" x2="68" y2="64" />
        <linearGradient id="fall-right" href="#fall" x1="247" y1="57" x2="252" y2="64" />
        <linearGradient id="rise-left" href="#fall" x1="75" y1="163" x2="72.6" y2="160.4" />
        <linearGradient id="rise-right" href="#fall" x1="245" y1="163" x2="247.4" y2="160.4" />
        <radialGradient id="wax-shine" cx="0.36" cy="0.3" r="0.75">
          <stop className="light--wax" />
          <stop offset="0.45" className="light--none" />
          <stop offset="1" className="shade--wax" />
        </radialGradient>
        <pattern
          id="lining"
          width="14"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path className="lining__stripe" d="M0 0h1.4v14H0zM5 0h.7v14H5z" />
        </pattern>
        <path
          id="seal-shape"
          d="M33 3c5-.5 8 2.4 12.5 4.3 4.6 1.9 9 2.5 11.5 7 2.3 4.2.8 8.3 2.3 13 1.5 4.6 2.9 8 .8 12.8-2 4.7-6 6-9 9.7-3 3.6-4.2 7.8-9 9.6-4.7 1.7-8-.7-12.9-.4-5 .4-8.5 2.9-13 .7-4.4-2.2-5-6.3-8.3-10C4.7 46 1.6 43.6 1.5 38.5c-.1-4.8 3-7.6 3.7-12.3.8-4.8-.3-9 3-12.7 3.2-3.6 7.5-2.7 12-4.9C24.6 6.4 27.8 3.4 33 3Z"
        />
      </defs>

      <symbol id="envelope-back" viewBox="0 0 320 230" preserveAspectRatio="none">
        <rect className="lining" x="1" y="1" width="318" height="228" rx="5" />
        <rect x="1" y="1" width="318" height="228" rx="5" fill="url(#lining)" />
        <rect className="shade-inside" x="1" y="1" width="318" height="228" rx="5" />
      </symbol>

      <symbol id="envelope-pocket" viewBox="0 0 320 230" preserveAspectRatio="none">
        <path className="paper" d="M1 6 151 103q9 6 18 0L319 6v218q0 5-5 5H6q-5 0-5-5Z" />
        <path fill="url(#fold-left)" d="M1 6 150 102 4 228q-3-1-3-4Z" />
        <path fill="url(#fold-right)" d="M319 6 170 102 316 228q3-1 3-4Z" />
        <path fill="url(#rise-left)" d="M4 228 147 97 144.6 94.4 3 226Z" />
        <path fill="url(#rise-right)" d="M316 228 173 97 175.4 94.4 317 226Z" />
        <path className="paper" d="M4 228 147 97q13-10 26 0l143 131q-1 1-3 1H7q-2 0-3-1Z" />
        <path fill="url(#fold-bottom)" d="M4 228 147 97q13-10 26 0l143 131q-1 1-3 1H7q-2 0-3-1Z" />
        <path className="edge" d="M4 228 147 97q13-10 26 0l143 131" />
        <path className="edge" d="M1 6v218q0 5 5 5h308q5 0 5-5V6" />
      </symbol>

      <symbol id="envelope-flap" viewBox="0 0 320 230" preserveAspectRatio="none">
        <path fill="url(#fall-left)" d="M1 7 160 107v7L138 116 1 20Z" />
        <path fill="url(#fall-right)" d="M319 7 160 107v7L182 116 319 20Z" />
        <path className="paper" d="M1 7q0-6 6-6h306q6 0 6 6L176 107q-16 11-32 0Z" />
        <path fill="url(#flap-light)" d="M1 7q0-6 6-6h306q6 0 6 6L176 107q-16 11-32 0Z" />
        <path className="edge" d="M1 7q0-6 6-6h306q6 0 6 6L176 107q-16 11-32 0Z" />
      </symbol>

      <symbol id="envelope-flap-inside" viewBox="0 0 320 230" preserveAspectRatio="none">
        <path className="paper" d="M1 1h318v6L176 107q-16 11-32 0L1 7Z" />
        <path className="lining" d="M4 1h312L173 100q-13 9-26 0Z" />
        <path fill="url(#lining)" d="M4 1h312L173 100q-13 9-26 0Z" />
      </symbol>

      <symbol id="envelope-flap-shade" viewBox="0 0 320 230" preserveAspectRatio="none">
        <path className="flap-shade" d="M1 7q0-6 6-6h306q6 0 6 6L176 107q-16 11-32 0Z" />
      </symbol>

      <symbol id="seal" viewBox="0 0 64 64">
        <use href="#seal-shape" className="seal-shadow" x="0.4" y="2" />
        <use href="#seal-shape" className="wax" />
        <use href="#seal-shape" fill="url(#wax-shine)" />
        <circle className="wax-rim" cx="32" cy="32" r="21.5" />
        <circle className="wax-rim wax-rim--lit" cx="32" cy="32.9" r="21.5" />
        <g className={`${mark} wax-mark--lit`} transform="translate(0 1.2)">
          <SealMark seal={seal} />
        </g>
        <g className={mark}>
          <SealMark seal={seal} />
        </g>
      </symbol>

      <symbol id="seal-broken" viewBox="0 0 64 64">
        <clipPath id="seal-half">
          <path d="M0 0h30l4 13-6 9 7 11-5 9 5 10-3 12H0Z" />
        </clipPath>
        <clipPath id="seal-other-half">
          <path d="M64 0H30l4 13-6 9 7 11-5 9 5 10-3 12h32Z" />
        </clipPath>
        <path className="seal-crack" d="m31 6 3 8-6 9 7 11-5 9 5 10-2 6" />
        <g transform="translate(-1.2) rotate(-4 32 60)" clipPath="url(#seal-half)">
          <use href="#seal" width="64" height="64" />
        </g>
        <g transform="translate(2 .8) rotate(5 32 60)" clipPath="url(#seal-other-half)">
          <use href="#seal" width="64" height="64" />
        </g>
      </symbol>

      <symbol id="postmark" viewBox="0 0 120 56">
        <g className="ink">
          <circle cx={STAMP.x} cy={STAMP.y} r="25" />
          <circle cx={STAMP.x} cy={STAMP.y} r="20.5" />
          <path d="M58 13c6-4 9 4 15 0s9 4 15 0 9 4 15 0 9 4 15 0M59 23c6-4 9 4 15 0s9 4 15 0 9 4 15 0 9 4 15 0M59 33c6-4 9 4 15 0s9 4 15 0 9 4 15 0 9 4 15 0M58 43c6-4 9 4 15 0s9 4 15 0 9 4 15 0 9 4 15 0" />
        </g>
      </symbol>
    </svg>
  );
}
