import fc from 'fast-check';
import { bytesOf, type LikelyRequest } from './likely-request.ts';
import type { Places } from './odd-values.ts';

/** Fuzzed requests that are hardly HTTP, one character per byte. */
type FuzzedBytes = (places: Places) => string;

/** Malformed requests that have broken other servers. */
export const NONSENSE = [
  'CONNECT evil.example.org:443 HTTP/1.1\r\nHost: evil.example.org\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: x\r\n\r\n',
  'GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n',
  `GET /nothing HTTP/1.1\r\nHost: ${'1'.repeat(300)}\r\n\r\n`,
  'GET / HTTP/0.9\r\n\r\n',
  'GET /\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET / HTTP/1.1\nHost: localhost\n\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.org\r\n\r\n',
  'GET / HTTP/1.1\r\n Host: localhost\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n',
  'GET /\u00ff\u00fe HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET https://user:pw@evil.example.org:1/x?y HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET ftp://evil.example.org/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
  'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  'GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(2500)}\r\n`,
  '\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
];

const latin1 = fc.uint8Array({ maxLength: 120 }).map((raw) => Buffer.from(raw).toString('latin1'));

interface Damage {
  /** Where, from 0 to 1. */
  at: number;
  cut: number;
  insert: string;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof({ weight: 3, arbitrary: fc.nat(8) }, fc.constant(Number.POSITIVE_INFINITY)),
  insert: fc.oneof(latin1, fc.constantFrom('', '\r\n', '\r\n\r\n', '\0', ' ', ':', '\u0080')),
});

/** @param likely requests that are broken, cut off, or sent several at once without a pause */
export function fuzzedBytes(likely: fc.Arbitrary<LikelyRequest>): fc.Arbitrary<FuzzedBytes> {
  const broken = fc.tuple(likely, fc.array(damage, { minLength: 1, maxLength: 3 })).map(
    ([request, damages]): FuzzedBytes =>
      (places) =>
        damages.reduce(damaged, bytesOf(request, places)),
  );
  const several = fc
    .tuple(fc.array(likely, { minLength: 2, maxLength: 5 }), fc.constantFrom('', 'x', '\r\n'))
    .map(
      ([requests, tail]): FuzzedBytes =>
        (places) =>
          requests.map((request) => bytesOf(request, places, 'keep-alive')).join('') + tail,
    );
  return fc.oneof(
    { weight: 4, arbitrary: broken },
    { weight: 2, arbitrary: several },
    {
      weight: 1,
      arbitrary: latin1.map(
        (text): FuzzedBytes =>
          () =>
            text,
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...NONSENSE).map(
        (text): FuzzedBytes =>
          () =>
            text,
      ),
    },
  );
}

function damaged(text: string, { at, cut, insert }: Damage): string {
  const from = Math.floor(at * text.length);
  return text.slice(0, from) + insert + text.slice(from + cut);
}
