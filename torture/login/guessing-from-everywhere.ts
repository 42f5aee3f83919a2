import { MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { visitFrontPage } from '../front-page.ts';
import type { Outcome } from '../row.ts';
import { type GuardedSite, startGuardedSite } from './guarded-site.ts';
import {
  type Attack,
  attack,
  busiestHour,
  firstUnlock,
  type Headers,
  PAGE_MARK_MS,
  tryPassword,
} from './guesses.ts';
import { watchHashing } from './hashing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time passes in steps, between which every address tries once. */
const STEP = 5 * MINUTE;
/** Where the owner sits with a browser that the site has never seen. */
const OWNERS_ADDRESS = '192.0.2.1';

interface Size {
  guesses: number;
  addresses: number;
  /** How long it goes on once the owner is in, in milliseconds. */
  further: number;
}

/**
 * Guesses from many addresses behind a trusted proxy, with forged entries in X-Forwarded-For. Meanwhile
 * the site is killed, stopped and started, and somebody guesses with a stolen device cookie. It goes on
 * for more than an hour, in the end with ever new addresses.
 */
export async function attackFromEverywhere(size: Size): Promise<Outcome> {
  const { guesses, addresses, further } = size;
  const broken: string[] = [];
  await using site = await startGuardedSite({ TRUST_PROXY: '1' });
  let fresh = 0;
  let evenFresh = false;
  const headersOf = (at: number): Headers => {
    if (evenFresh && at % 4 === 0) fresh += 1;
    const from = evenFresh && at % 4 === 0 ? addressOf(100_000 + fresh) : addressOf(at % addresses);
    return { 'X-Forwarded-For': `${addressOf(at)}, 198.51.100.1, ${from}` };
  };
  await using page = visitFrontPage(Number(new URL(site.address).port));
  await using hashing = watchHashing();
  /** Only once the front page is cached: compressing it uses the same threads. */
  const watch = async () => {
    await fetch(site.address);
    hashing.attach(site.pid);
  };
  const stolen = await firstUnlock(site);
  const known = await firstUnlock(site);
  await watch();
  await using going = attack(site, headersOf);
  const { tally } = going;
  await going.more(guesses / 4);
  for (const how of ['kill', 'stop'] as const) {
    await going.more(guesses / 4);
    await hashing.detach();
    await site.restart(how);
    await watch();
  }
  await going.more(guesses / 4);
  const counted = site.counted();
  if (counted > 65) broken.push(`${counted} guesses were counted before an hour was over.`);
  if (tally.evaluated.length > counted) broken.push('More passwords were checked than counted.');

  const thief = await guessWith(site, stolen.cookie);
  await enterKnown(site, known, broken);
  const waited = await enterNew(site, going, addresses);
  if (waited === null || waited > HOUR) broken.push('A new browser was locked out for an hour.');
  await enterKnown(site, known, broken);

  evenFresh = true;
  for (const end = site.passed + further; site.passed < end; ) {
    await going.between(() => site.letPass(STEP));
    thief.push(...(await guessWith(site, stolen.cookie)));
    await going.more(addresses);
    await enterKnown(site, known, broken);
  }
  await going.stop();
  await hashing.detach();
  const { most, samples } = hashing.seen();
  if (most > 2) broken.push(`${most} passwords were hashed at once.`);
  if (samples < 20) broken.push(`Hashing was seen only ${samples} times.`);
  const visits = await page.stop();
  const p99 = Math.max(visits.fresh, visits.kept);

  const inOneHour = busiestHour([...tally.evaluated, ...thief]);
  if (inOneHour > 100) broken.push(`${inOneHour} guesses were evaluated in one hour.`);
  if (inOneHour < 30) broken.push(`Only ${inOneHour} guesses an hour: this was no attack.`);
  const strange = new Set(tally.strange);
  if (strange.size > 0) broken.push(`Guesses were answered ${[...strange].join()}.`);
  if (site.said().includes(known.cookie)) broken.push('The log contains a device cookie.');
  return {
    figure:
      `${addresses} addresses and two restarts: ${inOneHour} in the worst hour ` +
      `of ${tally.sent}, ${most} hashed at once, a new browser let in after ` +
      `${Math.round((waited ?? Number.NaN) / MINUTE)} min, ` +
      `front page p99 ${Math.round(p99)} ms of ${visits.count}`,
    broken,
    slow: p99 > PAGE_MARK_MS ? [`The front page took ${Math.round(p99)} ms.`] : [],
  };
}

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** @returns when those guesses were sent that were evaluated */
async function guessWith(site: GuardedSite, Cookie: string): Promise<number[]> {
  const sentAt = Date.now() + site.passed;
  const replies = await Promise.all(
    [1, 2, 3, 4].map((at) => tryPassword(site, `stolen ${at}`, { Cookie })),
  );
  return replies.filter(({ status }) => status === 401).map(() => sentAt);
}

async function enterKnown(site: GuardedSite, known: { cookie: string }, broken: string[]) {
  // From the middle of the attack, to make it no easier.
  const headers = { Cookie: known.cookie, 'X-Forwarded-For': addressOf(1) };
  const { status, cookies } = await tryPassword(site, MAIN_PASSWORD, headers);
  if (status === 204) known.cookie = cookies[1] ?? '';
  else broken.push(`The owner's own browser was told ${status}.`);
}

/** @returns how long the owner had to wait with a new browser; null when that never got in */
async function enterNew(site: GuardedSite, going: Attack, addresses: number) {
  let waited = 0;
  while (waited <= HOUR) {
    const headers = { 'X-Forwarded-For': OWNERS_ADDRESS };
    const { status, retryAfter } = await tryPassword(site, MAIN_PASSWORD, headers);
    if (status === 204) return waited;
    if (status !== 429) return null;
    for (let left = retryAfter * 1000; left > 0; left -= STEP) {
      await going.between(() => site.letPass(Math.min(left, STEP)));
      await going.more(addresses);
    }
    waited += retryAfter * 1000;
  }
  return null;
}
