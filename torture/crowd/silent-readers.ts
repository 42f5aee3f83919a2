import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../test/quantile.ts';
import { hasGrown, watchMemory } from '../flat-memory.ts';
import { poll } from '../poll.ts';
import { needsLinux, type Outcome, type Row, type Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import { openFiles } from './file-limit.ts';
import { type Fleet, startFleet } from './fleet.ts';
import type { CameBack, Heard, StreamOrders } from './stream-fleet.ts';

interface Size {
  reading: number;
  silent: number;
  letters: number;
  /** Milliseconds between two letters; with none, each follows on the last. */
  pace: number;
}

const SIZES: Record<Scale, Size> = {
  full: { reading: 2000, silent: 500, letters: 2000, pace: 160 },
  quick: { reading: 20, silent: 5, letters: 560, pace: 0 },
};
/** About as long as a title may be: the larger each event, the sooner a silent reader's buffers are full. */
const LONG = '\u{1fab6}'.repeat(280);
/** The size of an event with such a title, in bytes. */
const EVENT = 1250;
/** The share of the letters after which a silent reader's buffers are full. */
const UNTIL_FULL = 0.7;
/** The receive buffer of the other end, in bytes. */
const WINDOW = 65_536;
const PAGE = 4096;

/**
 * How many bytes a silent reader is sent beforehand. The kernel buffers some megabytes for a connection
 * before the site has to hold anything: a picture fills most of that, and the letters of some minutes the
 * rest. Together they stay at little more than half of the kernel's memory for connections, beyond which
 * it would not even accept the picture.
 */
function filling({ letters, silent }: Size): number {
  const most = (kernelLimits('tcp_wmem')[2] ?? 0) + WINDOW - letters * EVENT * UNTIL_FULL;
  const pressure = (kernelLimits('tcp_mem')[1] ?? 0) * PAGE;
  return Math.max(0, Math.min(most, (0.6 * pressure) / silent));
}

/** See https://man7.org/linux/man-pages/man7/tcp.7.html. */
function kernelLimits(name: 'tcp_wmem' | 'tcp_mem'): number[] {
  return readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/).map(Number);
}

/** Milliseconds, for 99 of 100 deliveries. */
const PROMISED_MS = 1000;
const MINUTE_MS = 60_000;
/** Milliseconds between two looks at the memory. */
const LOOK_MS = 5000;
/** By how much memory may grow from the second minute to the last. */
const PLAY = { megabytes: 8, share: 0.05 };

export const silentReaders: Row = {
  name: 'silent-readers',
  claim:
    'Some readers never read their stream while letters are sent: memory is flat after the first minute, letters reach the other readers at once, and the silent ones are cut off and can reconnect.',
  obstacle: needsLinux,
  run: (scale) => withSite({}, (tormented) => amongReaders(tormented, SIZES[scale])),
};

async function amongReaders(tormented: TormentedSite, size: Size): Promise<Outcome> {
  const { site, owner, port } = tormented;
  await owner.unlock();
  const card = await (await fetch(`${site.address}/card.png`)).arrayBuffer();
  const cards = Math.floor(filling(size) / card.byteLength);
  await using readers = startFleet('stream-fleet.ts');
  await using others = startFleet('stream-fleet.ts');
  await readers.tell({
    port,
    streams: size.reading,
    reads: true,
    cards: 0,
  } satisfies StreamOrders);
  const withoutSilent = openFiles(site.pid);
  await others.tell({ port, streams: size.silent, reads: false, cards } satisfies StreamOrders);
  using memory = watchMemory(site.pid, LOOK_MS);
  await sendLetters(tormented, size);
  const seen = memory.stop();
  const heard = await untilHeard(readers, size);
  const left = openFiles(site.pid) - withoutSilent;
  const back = (await others.tell('come back')) as CameBack;
  const broken = [...faultsOf(size, heard, back)];
  if (left > size.silent / 10) broken.push(`${left} of those who do not read are still there.`);
  broken.push(...site.complaints().map((line) => `It logged an error: ${line}`));
  return { ...measured(seen, heard, back), broken };
}

async function sendLetters({ owner }: TormentedSite, { letters, pace }: Size): Promise<void> {
  const began = performance.now();
  const sending: Promise<unknown>[] = [];
  for (let count = 0; count < letters; count += 1) {
    await sleep(Math.max(0, began + count * pace - performance.now()));
    const sent = owner.send({ title: `${Date.now()} ${LONG}` });
    sending.push(sent);
    if (pace === 0) await sent;
  }
  await Promise.all(sending);
}

/** Waits until every reader has heard of every letter, for half a minute at most. */
function untilHeard(readers: Fleet, { reading, letters }: Size): Promise<Heard> {
  const report = async () => (await readers.tell('report')) as Heard;
  const isAll = ({ events }: Heard) => events >= reading * letters;
  return poll(report, isAll, { within: MINUTE_MS / 2, every: 200 });
}

function faultsOf({ reading, silent, letters }: Size, heard: Heard, back: CameBack): string[] {
  const broken: string[] = [];
  if (heard.ended > 0) broken.push(`${heard.ended} who read were cut off.`);
  if (heard.events !== reading * letters) {
    broken.push(`Of ${reading * letters} deliveries ${heard.events} were made.`);
  }
  if (back.cutOff < silent)
    broken.push(`Of ${silent} who did not read ${back.cutOff} were cut off.`);
  if (back.resumed < back.cutOff) {
    broken.push(`Of ${back.cutOff} who were cut off ${back.resumed} could go on.`);
  }
  return broken;
}

function measured(memory: number[], { events, delays }: Heard, { cutOff }: CameBack) {
  const minute = MINUTE_MS / LOOK_MS;
  const [second, last] = [memory.slice(minute, 2 * minute), memory.slice(-minute)];
  const p99 = delayOf(delays, 0.99);
  const slow: string[] = [];
  if (p99 >= PROMISED_MS) slow.push(`99 of 100 deliveries took up to ${p99} ms.`);
  if (second.length === minute && hasGrown(second, last, PLAY)) slow.push('Memory grew.');
  const megabytes = [second, last].map((part) => Math.round(median(part)));
  const kept = second.length === minute ? `${megabytes[0]} MB in the second minute, ` : '';
  const figure = `${events} deliveries, p99 ${p99} ms; ${cutOff} cut off; memory ${kept}${megabytes[1]} MB in the last`;
  return { figure, slow };
}

/** The delay that a share of all deliveries do not exceed, in milliseconds. */
function delayOf(delays: number[], share: number): number {
  const total = delays.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return delays.findIndex((count) => {
    seen += count;
    return seen >= total * share;
  });
}
