import { get } from 'node:http';
import { poll } from '../poll.ts';

interface TapedEvent {
  seq: number;
  kind: string;
  data: string;
}

/** Listens to the live stream from now on, and keeps every byte of it. */
export interface LiveTape extends Disposable {
  text(): string;
  /** The events so far, once they include the change of this number. */
  eventsUntil(seq: number): Promise<TapedEvent[]>;
}

const EVENT = /^id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n/gm;
const TIMEOUT_MS = 10_000;

export function recordLive(address: string): Promise<LiveTape> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/api/live`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more) => {
        text += more;
      });
      response.on('error', () => {});
      const events = () =>
        [...text.matchAll(EVENT)].map(([, seq, kind = '', data = '']) => {
          return { seq: Number(seq), kind, data };
        });
      const from = () => Number(/^id: (\d+)$/m.exec(text)?.[1]);
      resolve({
        text: () => text,
        eventsUntil(seq) {
          const isTold = (told: TapedEvent[]) => (told.at(-1)?.seq ?? from()) >= seq;
          return poll(events, isTold, { within: TIMEOUT_MS, every: 10 });
        },
        [Symbol.dispose]: () => request.destroy(),
      });
    });
    request.once('error', reject);
  });
}
