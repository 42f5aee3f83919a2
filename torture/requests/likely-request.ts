import fc from 'fast-check';
import { type KnownRoute, knownRoutes } from '../../test/clients/known-routes.ts';
import { bodyFor, headers, oddText, type Places, placed } from './odd-values.ts';

/** A request that is nearly right. It has placeholders instead of secrets. */
export interface LikelyRequest {
  /** The route that it is meant for; an odd path may lead elsewhere. */
  route: KnownRoute;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string;
}

const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY'],
  ...['PROPFIND', 'PURGE', 'M-SEARCH', 'SOURCE', 'UNLINK'],
];

const segment = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('{id}', '{id}', '{hidden}') },
  { weight: 1, arbitrary: oddText.map(encoded) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('..', '.', '%2e%2e', '%00', '%', '%ff', '%2f', 'a%5cb', ''),
  },
);

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('limit', 'after', 'q', '_method', '__proto__', 'index', ''),
        fc.oneof(
          fc.constantFrom('{position}', '1', '100', '101', '-1', '1e2', '%', '%00', '0'.repeat(21)),
          oddText.map(encoded),
        ),
      )
      .map(([name, value]) => `?${name}=${value}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('?', '??', '?limit=1&limit=2', '?q=%F0%9F', '#x', '?#') },
);

const bend = fc.constantFrom(
  ...Array<(path: string) => string>(12).fill((path) => path),
  (path: string) => `${path}/`,
  (path: string) => `${path}.data`,
  (path: string) => `/${path}`,
  (path: string) => path.toUpperCase(),
  (path: string) => `http://evil.example.org${path}`,
  (path: string) => path.replace('/', '/./x/../'),
  (path: string) => path.replace('l', '%6c'),
  (path: string) => `${path}\\..`,
  (path: string) => `/assets/..%2f..${path}`,
);

/** Requests for every route, more often than not with the method that it takes. */
export function likelyRequests(): fc.Arbitrary<LikelyRequest> {
  const routes = knownRoutes();
  const changing = routes.filter(({ method }) => !['GET', 'ALL'].includes(method));
  return fc.oneof(fc.constantFrom(...routes), fc.constantFrom(...changing)).chain((route) =>
    fc.record({
      route: fc.constant(route),
      method: methodFor(route),
      target: fc
        .tuple(pathFor(route), bend, query)
        .map(([path, bent, asked]) => bent(path) + asked),
      headers: fc.tuple(headers, cookieFor(route)).map((each) => each.flat()),
      body: bodyFor(route.path),
    }),
  );
}

function methodFor({ method }: KnownRoute): fc.Arbitrary<string> {
  const right = method === 'ALL' ? fc.constantFrom(...METHODS) : fc.constant(method);
  return fc.oneof({ weight: 4, arbitrary: right }, fc.constantFrom(...METHODS));
}

function pathFor(route: KnownRoute): fc.Arbitrary<string> {
  const path = fc.tuple(segment, draftName).map(([part, name]) => pathOf(route, part, name));
  // What is no other route is a page, and most of these are letters or the first one.
  const letter = segment.map((part) => `/letter/${part}`);
  return route.path === '*' ? fc.oneof(fc.constant('/'), letter, path) : path;
}

/** Many names, because one whose draft was deleted cannot be used again for some minutes. */
const draftName = fc.nat(999).map((number) => number.toString(16).padStart(32, 'd'));

function pathOf({ path }: KnownRoute, part: string, draft: string): string {
  // A draft has a name of another form, and a letter's id is none.
  const name = part === '{id}' ? draft : part;
  const full = path === '*' ? `/${part}` : path.replace(/(drafts\/):\w+/, (_, room) => room + name);
  return full.replace(/:\w+/, () => part).replace('*', () => part);
}

/** Routes that end sessions get a spare one, so that the other stays open. */
function cookieFor({ path }: KnownRoute): fc.Arbitrary<[string, string][]> {
  const open = path.startsWith('/api/portal') ? '{cookie}' : '{spare}';
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.constant<string | null>(open) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(null, 'letters_session=x', '=;=;', `a=${'b'.repeat(9000)}`),
      },
    )
    .map((value): [string, string][] => (value === null ? [] : [['Cookie', value]]));
}

/** The bytes of a request, a character for each. */
export function bytesOf(request: LikelyRequest, places: Places, connection = 'close'): string {
  const sent = Buffer.from(placed(request.body, places), 'utf8').toString('latin1');
  const bodiless = ['GET', 'HEAD', 'TRACE'].includes(request.method);
  const given: [string, string][] = [
    ...request.headers,
    ['Connection', connection],
    ...(bodiless ? [] : ([['Content-Length', String(sent.length)]] as [string, string][])),
  ];
  const lines = given.map(([name, value]) => `${name}: ${placed(value, places)}\r\n`);
  const head = `${request.method} ${placed(request.target, places)} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return head + (bodiless ? '' : sent);
}

/** A request in one line, for people. */
export function shortForm({ method, target, headers: given, body: sent }: LikelyRequest): string {
  const lines = given.map(([name, value]) => `${name}: ${cut(value)}`);
  return `${method} ${cut(target)} [${lines.join(' | ')}] ${cut(sent)}`;
}

function cut(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text).slice(
    1,
    -1,
  );
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
