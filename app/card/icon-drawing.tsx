/* biome-ignore-all lint/a11y/noSvgWithoutTitle: it becomes a picture */
import { renderToStaticMarkup } from 'react-dom/server';
import type { IconDrawing, OwnLook } from '#core/card.ts';
import { EnvelopeArt } from '../envelope/envelope-art.tsx';
import { ownStyles } from './own-styles.ts';

/** In pixels; phones round the corners themselves: https://developer.apple.com/design/human-interface-guidelines/app-icons */
const SIDE = 180;
/** An envelope that reaches over all edges, with the tip of its flap in the middle. */
const ENVELOPE = { x: -50, y: -12, width: 280, height: 201 };
const SEAL = 102;

/** The site's icon on a phone's home screen. */
export function iconDrawing(owner: OwnLook): IconDrawing {
  const { css } = ownStyles(owner, 0);
  const wax = { x: (SIDE - SEAL) / 2, y: (SIDE - SEAL) / 2, width: SEAL, height: SEAL };
  return {
    svg: renderToStaticMarkup(
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={SIDE}
        height={SIDE}
        viewBox={`0 0 ${SIDE} ${SIDE}`}
      >
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, with nobody's words */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        <EnvelopeArt seal={owner.seal} />
        <use href="#envelope-pocket" {...ENVELOPE} />
        <use href="#envelope-flap" {...ENVELOPE} />
        <use href="#seal" {...wax} />
      </svg>,
    ),
  };
}
