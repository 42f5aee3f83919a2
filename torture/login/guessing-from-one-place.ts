import { MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { visitFrontPage } from '../front-page.ts';
import type { Outcome } from '../row.ts';
import { type GuardedSite, startGuardedSite } from './guarded-site.ts';
import {
  type Attack,
  attack,
  firstUnlock,
  type Headers,
  PAGE_MARK_MS,
  tryPassword,
} from './guesses.ts';
import { hashingTime } from './hashing.ts';

/** Evaluations by which hashing is calibrated. */
const RIGHT_ONES = 4;

/** Guesses from one address: plainly, then each with another origin in every header that names one. */
export async function attackFromOnePlace({ guesses }: { guesses: number }): Promise<Outcome> {
  const broken: string[] = [];
  await using site = await startGuardedSite();
  const attacks: Attack[] = [];
  await using page = visitFrontPage(Number(new URL(site.address).port));
  await fetch(site.address);
  const known = await firstUnlock(site);
  const hashingOfOne = await calibrate(site);
  const before = hashingTime(site.pid);
  for (const headersOf of [() => ({}), forgedHeaders]) {
    await using going = attack(site, headersOf);
    attacks.push(going);
    await going.more(guesses / 2);
    const owner = await tryPassword(site, MAIN_PASSWORD, { Cookie: known.cookie });
    known.cookie = owner.cookies[1] ?? '';
    if (owner.status !== 204) broken.push(`The owner's own browser was told ${owner.status}.`);
    const forged = await tryPassword(site, MAIN_PASSWORD, {
      Cookie: `letters_device=${'A'.repeat(43)}`,
    });
    if (forged.status !== 429) broken.push(`A forged device cookie led to ${forged.status}.`);
    await going.more(guesses / 2);
  }
  const evaluated = attacks.flatMap(({ tally }) => tally.evaluated).length;
  if (evaluated !== 10) broken.push(`${evaluated} of one address's guesses were evaluated.`);
  if (site.counted() !== 10) broken.push(`The site counted ${site.counted()} instead of 10.`);
  const strange = attacks.flatMap(({ tally }) => tally.strange);
  if (strange.length > 0) broken.push(`Guesses were answered ${[...new Set(strange)].join()}.`);
  // The owner's two were hashed as well.
  const hashed = Math.round((hashingTime(site.pid) - before) / hashingOfOne) - attacks.length;
  if (hashed > 20) broken.push(`As much was hashed as for ${hashed} guesses.`);
  const visits = await page.stop();
  const p99 = Math.max(visits.fresh, visits.kept);
  const sent = attacks.reduce((sum, { tally }) => sum + tally.sent, 0);
  return {
    figure:
      `one address: ${evaluated} of ${sent} evaluated (hashing of ${hashed}), ` +
      `front page p99 ${Math.round(p99)} ms of ${visits.count}`,
    broken,
    slow: p99 > PAGE_MARK_MS ? [`The front page took ${Math.round(p99)} ms.`] : [],
  };
}

/** @returns milliseconds of hashing that one password takes */
async function calibrate(site: GuardedSite): Promise<number> {
  const before = hashingTime(site.pid);
  for (let at = 0; at < RIGHT_ONES; at += 1) await firstUnlock(site);
  return (hashingTime(site.pid) - before) / RIGHT_ONES;
}

function forgedHeaders(at: number): Headers {
  const address = `203.0.${(at >> 8) & 255}.${at & 255}`;
  return {
    'X-Forwarded-For': at % 2 === 0 ? address : `${address}, 198.51.100.7, ${address}`,
    Forwarded: `for=${address}`,
    'X-Real-IP': address,
    'X-Client-IP': address,
    'CF-Connecting-IP': address,
    'True-Client-IP': address,
  };
}
