import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import type { CardDrawing } from '#core/card.ts';
import type { Site } from '#core/site.ts';

/** Opens the drawings of an owner's envelopes; those of a letter are always the same. */
export type OpenDrawings = (owner: Pick<Site, 'accentColor' | 'seal'>) => Drawings;

/** @param letterId chooses the paper; null: for no letter in particular */
export type Drawings = (letterId: string | null, hasPostmark: boolean) => CardDrawing;

/** Loads what draws envelopes for cards, which the pages are built with. @param file the server build */
export async function loadDrawings(file: string): Promise<OpenDrawings> {
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const { cardDrawings } = build.entry.module as ServerBuild['entry']['module'] & {
    cardDrawings: OpenDrawings;
  };
  return cardDrawings;
}
