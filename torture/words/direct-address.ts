import { randomBytes } from 'node:crypto';
import type { LetterJson } from '#core/letter.ts';
import { newLetterId } from '#core/letter-id.ts';
import { look, type Sight, textOf } from './stranger.ts';

const placesOf = (id: string) => [`/letter/${id}`, `/api/letters/${id}`, `/letter/${id}/card.png`];

/** Whoever has a hidden letter's link sees it, and no cache may keep it. */
export async function directFaults(address: string, letter: LetterJson): Promise<string[]> {
  const faults: string[] = [];
  const { id, title, content, signature } = letter;
  const [page, data, card] = await Promise.all(placesOf(id).map((path) => look(address + path)));
  for (const [name, sight] of Object.entries({ page, data, card })) {
    if (sight?.status !== 200) faults.push(`Its own ${name} answers ${sight?.status}.`);
    if (sight?.headers['cache-control'] !== 'private, no-store') {
      faults.push(`Its own ${name} may be kept on the way.`);
    }
  }
  for (const sight of [page, data]) {
    if (![title, content, signature].every((word) => sight?.body.includes(word))) {
      faults.push('Its own page does not show it.');
    }
    if (sight?.headers.etag) faults.push('Its own page has an ETag.');
  }
  if (!/<meta name="robots" content="noindex/.test(page?.body ?? '')) {
    faults.push('Its own page may be found by a search.');
  }
  const nobody = newLetterId(randomBytes);
  for (const method of ['PUT', 'DELETE']) {
    const [own, none] = await Promise.all(
      [id, nobody].map((name) => look(`${address}/api/portal/letters/${name}`, { method })),
    );
    if (plain(own, id) !== plain(none, nobody)) {
      faults.push(`${method} without a session tells that it is there.`);
    }
  }
  return faults;
}

/** The link of a deleted letter must not tell that it ever existed. */
export async function afterwardsFaults(address: string, id: string): Promise<string[]> {
  const faults: string[] = [];
  const nobody = newLetterId(randomBytes);
  for (const method of ['GET', 'HEAD']) {
    for (const [at, path] of placesOf(id).entries()) {
      const own = await look(address + path, { method });
      const none = await look(address + placesOf(nobody)[at], { method });
      if (own.status !== 404) faults.push(`${method} of what is gone answers ${own.status}.`);
      if (plain(own, id) !== plain(none, nobody)) {
        faults.push(`${method} of what is gone is not as of what never was.`);
      }
    }
  }
  return faults;
}

function plain(sight: Sight | undefined, id: string): string {
  return sight ? textOf(sight).replaceAll(id, 'ID') : '';
}
