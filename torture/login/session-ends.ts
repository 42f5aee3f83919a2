import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents } from '../../test/clients/event-reader.ts';
import { ALTERNATIVE_PASSWORD, MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { startSiteProcess } from '../../test/site/site-process.ts';
import { runCommand } from '../run-command.ts';
import { type GuardedSite, startGuardedSite } from './guarded-site.ts';
import { tryPassword } from './guesses.ts';
import { findAnswered } from './session-routes.ts';

const MINUTE = 60_000;
/** Milliseconds after which a stream is taken for one that never ends. */
const NEVER_MS = 20_000;

interface Ended {
  /** Milliseconds from the end of each session to that of each of its streams. */
  took: number[];
  /** How many requests were made with sessions that had ended. */
  replayed: number;
  broken: string[];
}

/** Ends sessions in every possible way, and tries to use them afterwards. */
export async function endEverySession(size: { streams: number; times: number }): Promise<Ended> {
  await using site = await startGuardedSite();
  await using beside = await startSiteProcess(
    { DATABASE_URL: `sqlite:${site.databasePath}` },
    site.folder,
  );
  const all: Ended = { took: [], replayed: 0, broken: [] };
  let password = MAIN_PASSWORD;
  const [, firstDevice = ''] = (await tryPassword(site, password)).cookies;
  const ways: Record<string, (cookie: string) => Promise<void>> = {
    'closed here': (cookie) => close(site.address, cookie),
    'closed on another instance': (cookie) => close(beside.address, cookie),
    'left alone for 30 minutes': async () => site.letPass(30 * MINUTE),
    'open for 12 hours': async (cookie) => {
      for (let passed = 20; passed < 12 * 60; passed += 20) {
        site.letPass(20 * MINUTE);
        if (!(await isOpen(site, cookie))) throw new Error(`It ended after ${passed} minutes.`);
      }
      site.letPass(20 * MINUTE);
    },
    'locked by a change of passwords': async () => {
      const environment = { DATABASE_URL: `sqlite:${site.databasePath}` };
      const { status, said } = await runCommand(
        ['password', '--generate'],
        environment,
        site.folder,
      );
      const made = /opens with (\S+) or (\S+)/.exec(said)?.[1];
      if (status !== 0 || !made) throw new Error('The passwords could not be changed.');
      password = made;
    },
  };
  for (let time = 0; time < size.times; time += 1) {
    for (const [how, end] of Object.entries(ways)) {
      const ended = await endSession(site, { password, streams: size.streams, end });
      all.took.push(...ended.took);
      all.replayed += ended.replayed;
      all.broken.push(...ended.broken.map((fault) => `A session that was ${how}: ${fault}`));
    }
  }
  for (const former of [MAIN_PASSWORD, ALTERNATIVE_PASSWORD]) {
    const { status } = await tryPassword(site, former);
    if (status !== 401) all.broken.push(`A password of before was answered ${status}.`);
  }
  if (await isKnown(site, firstDevice)) {
    all.broken.push('A browser was still known after the passwords changed.');
  }
  return all;
}

interface Ending {
  password: string;
  streams: number;
  end(cookie: string): Promise<void>;
}

async function endSession(site: GuardedSite, { password, streams, end }: Ending): Promise<Ended> {
  const [cookie = ''] = (await tryPassword(site, password)).cookies;
  const broken: string[] = [];
  if (!(await isOpen(site, cookie))) broken.push('it was never open.');
  const readers = await Promise.all(
    Array.from({ length: streams }, async () => {
      const headers = { Cookie: cookie };
      return readEvents(await fetch(`${site.address}/api/portal/live`, { headers }));
    }),
  );
  const endings = readers.map(async (reader) => {
    const event = await reader.next();
    const rest = event === null ? null : await reader.next();
    return { at: performance.now(), locked: event?.event === 'locked' && rest === null };
  });
  try {
    await end(cookie);
    const endedAt = performance.now();
    const replay = await findAnswered(site, cookie);
    broken.push(...replay.answers.map((answer) => `${answer}.`));
    const never = sleep(NEVER_MS, null, { ref: false });
    const seen = await Promise.race([Promise.all(endings), never]);
    if (seen === null) broken.push('a stream of its portal never ended.');
    else if (!seen.every(({ locked }) => locked)) broken.push('a stream did not say why it ended.');
    const took = (seen ?? []).map(({ at }) => Math.max(0, at - endedAt));
    return { took, replayed: replay.tried, broken };
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

/** Whether a browser with this cookie may guess where others are refused. */
async function isKnown(site: GuardedSite, Cookie: string): Promise<boolean> {
  const guess = async () => (await tryPassword(site, 'a guess', { Cookie })).status;
  let evaluated = 0;
  while ((await guess()) === 401 && evaluated < 25) evaluated += 1;
  // Ten are any stranger's.
  return evaluated > 10;
}

async function close(address: string, cookie: string): Promise<void> {
  const headers = { Origin: address, Cookie: cookie };
  const { status } = await fetch(`${address}/api/session`, { method: 'DELETE', headers });
  if (status !== 204) throw new Error(`Closing was answered ${status}.`);
}

async function isOpen({ address }: GuardedSite, cookie: string): Promise<boolean> {
  const headers = { Cookie: cookie };
  const response = await fetch(`${address}/api/portal/letters?limit=1`, { headers });
  await response.body?.cancel();
  return response.status === 200;
}
