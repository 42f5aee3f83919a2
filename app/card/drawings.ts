import type { CardDrawing, IconDrawing, OpenDrawings } from '#core/card.ts';
import { paperOf } from '../envelope/paper.ts';
import { cardDrawing } from './card-drawing.tsx';
import { iconDrawing } from './icon-drawing.tsx';

/** The pictures of an owner's envelopes, each drawn once. */
export const openDrawings: OpenDrawings = (owner) => {
  const cards = new Map<string, CardDrawing>();
  let icon: IconDrawing | undefined;
  return {
    card(letterId, hasPostmark) {
      const paper = letterId === null ? 0 : paperOf(letterId);
      return cards.getOrInsertComputed(`${paper} ${hasPostmark}`, () =>
        cardDrawing(owner, paper, hasPostmark),
      );
    },
    icon() {
      icon ??= iconDrawing(owner);
      return icon;
    },
  };
};
