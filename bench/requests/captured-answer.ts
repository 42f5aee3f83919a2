import { strict as assert } from 'node:assert';
import { get } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

/** A server's answer, as it came over the wire. */
export interface CapturedAnswer {
  status: number;
  /** As `ownHeaders` gives them. */
  headers: string[];
  body: Buffer<ArrayBuffer>;
}

const ADDED_BY_NODE = ['date', 'connection', 'keep-alive'];

/** @param headers of the request */
export function capture(url: string, headers: Record<string, string>): Promise<CapturedAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode ?? 0, headers: ownHeaders(answer.rawHeaders), body });
    }).on('error', reject);
  });
}

/** Names and values in turn, without those that a Node server adds by itself. */
export function ownHeaders(raw: string[]): string[] {
  return raw.filter((_, at) => !ADDED_BY_NODE.includes(String(raw[at - (at % 2)]).toLowerCase()));
}

/** @throws when a reference server does not send the same answer as the site */
export function assertSame(reference: CapturedAnswer, answer: CapturedAnswer): void {
  assert(isDeepStrictEqual(reference, answer), 'The sides do not send the same.');
}
