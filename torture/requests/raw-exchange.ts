import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it came over the wire. Names of headers are in lower case. */
export interface RawAnswer {
  status: number;
  headers: [name: string, value: string][];
  /** As it was before it was compressed, a character for each byte. */
  body: string;
}

export interface Exchange {
  answers: RawAnswer[];
  /** Everything that came back, a character for each byte. */
  text: string;
  /** How the connection ended; `given up`: by us, when nothing more was expected. */
  end: 'closed' | 'reset' | 'given up';
}

interface Patience {
  /** After this many milliseconds without a word, the sender has said all it will. */
  quiet: number;
  /** After this many milliseconds it goes away. */
  most: number;
}

/** For whole requests. */
const PATIENT: Patience = { quiet: 10_000, most: 20_000 };

const STREAM = /\r\ncontent-type: text\/event-stream\r\n/i;

/** Sends bytes as they are over a connection of their own, and reads what comes back. */
export function exchange(
  port: number,
  bytes: string | Uint8Array,
  { quiet, most }: Patience = PATIENT,
): Promise<Exchange> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(bytes);
  let text = '';
  let reset = false;
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const finish = (end: Exchange['end']) => {
    clearTimeout(silence);
    clearTimeout(longest);
    socket.destroy();
    resolve({ answers: answersIn(text), text, end });
  };
  const silence = setTimeout(() => socket.end(), quiet);
  const longest = setTimeout(() => finish('given up'), most);
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
    silence.refresh();
    // A stream has no end to wait for.
    if (STREAM.test(text)) finish('given up');
  });
  socket.on('error', () => {
    reset = true;
  });
  socket.once('end', () => socket.end());
  socket.once('close', () => finish(reset ? 'reset' : 'closed'));
  return promise;
}

const HEAD = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

/** Parses consecutive answers. What cannot be parsed gets status 0. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const head = HEAD.exec(rest);
    if (!head) return [...answers, { status: 0, headers: [], body: rest }];
    const status = Number(head[1]);
    const headers = (head[2] ?? '').split('\r\n').filter(Boolean).map(headerOf);
    rest = rest.slice(head[0].length);
    const length = lengthOf(headers, rest);
    // `100 Continue` only announces the answer.
    if (status >= 200) {
      answers.push({ status, headers, body: unpacked(headers, rest.slice(0, length)) });
    }
    rest = rest.slice(length);
  }
  return answers;
}

const UNPACK: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

function unpacked(headers: RawAnswer['headers'], body: string): string {
  const [, encoding = ''] = headers.find(([name]) => name === 'content-encoding') ?? [];
  const unpack = body === '' ? undefined : UNPACK[encoding];
  return unpack ? unpack(Buffer.from(body, 'latin1')).toString('latin1') : body;
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function lengthOf(headers: [string, string][], rest: string): number {
  // The answer to a HEAD has none of the body that it describes.
  if (rest === '' || rest.startsWith('HTTP/1.1 ')) return 0;
  const [, length] = headers.find(([name]) => name === 'content-length') ?? [];
  if (length !== undefined) return Number(length);
  const chunked = headers.some(([name]) => name === 'transfer-encoding');
  if (!chunked) return headers.some(([name]) => name === 'content-type') ? rest.length : 0;
  const end = rest.indexOf('0\r\n\r\n');
  return end < 0 ? rest.length : end + '0\r\n\r\n'.length;
}
