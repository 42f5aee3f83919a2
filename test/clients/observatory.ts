/**
 * The score that the public HTTP Observatory (https://developer.mozilla.org/observatory) would give
 * an answer: every site begins with 100, faults subtract, and extras add if the faults leave 90 or more.
 * After its published rules
 * (https://github.com/mdn/mdn-http-observatory, src/grader/charts.js and src/analyzer/tests).
 * The redirection from http is left out: it is the business of the server in front.
 */
const MODIFIERS = {
  'csp-default-none': 10,
  'csp-no-unsafe': 5,
  'csp-unsafe-style': 0,
  'csp-http-images': -10,
  'csp-unsafe-eval': -10,
  'csp-unsafe-script': -20,
  'csp-http-sources': -20,
  'csp-invalid': -25,
  'csp-missing': -25,
  'cookies-strict': 5,
  'cookies-none': 0,
  'cookies-without-samesite': 0,
  'cookies-insecure-under-hsts': -5,
  'cookies-session-insecure-under-hsts': -10,
  'cookies-insecure': -20,
  'cookies-samesite-invalid': -20,
  'cookies-session-without-httponly': -30,
  'cookies-session-insecure': -40,
  'cors-none': 0,
  'cors-limited': 0,
  'cors-with-credentials': -50,
  'hsts-six-months': 0,
  'hsts-short': -10,
  'hsts-missing': -20,
  'referrer-private': 5,
  'referrer-missing': 0,
  'referrer-unsafe': -5,
  'sri-used': 5,
  'sri-not-needed': 0,
  'sri-missing': -5,
  'sri-missing-over-http': -50,
  nosniff: 0,
  'nosniff-missing': -5,
  'framing-by-csp': 5,
  'framing-by-header': 0,
  'framing-missing': -20,
  'corp-same': 10,
  'corp-cross': 0,
  'corp-missing': 0,
  'corp-invalid': -5,
} as const;

export type Finding = keyof typeof MODIFIERS;

interface Observed {
  findings: Finding[];
  /** What is left of 100, before extras. */
  base: number;
  /** With extras. */
  score: number;
}

const BROAD = new Set([
  '*',
  'http:',
  'https:',
  'ftp:',
  'http://*',
  'https://*',
  'http://*.*',
  'https://*.*',
]);
const INLINE = new Set(["'unsafe-inline'", 'data:']);
const SIX_MONTHS = 15_552_000;
const EXTRAS_FROM = 90;

/** @param html the body, when it is a page @param origin what was sent as Origin */
export function observe(headers: Headers, html = '', origin = ''): Observed {
  const hsts = judgeHsts(headers);
  const findings = [
    judgePolicy(headers),
    judgeCookies(headers.getSetCookie(), hsts === 'hsts-six-months'),
    judgeSharing(headers, origin),
    hsts,
    judgeReferrer(headers),
    judgeScripts(html),
    headers.get('X-Content-Type-Options')?.toLowerCase() === 'nosniff'
      ? 'nosniff'
      : 'nosniff-missing',
    judgeFraming(headers),
    judgeResourcePolicy(headers),
  ] satisfies Finding[];
  const modifiers = findings.map((finding): number => MODIFIERS[finding]);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 100);
  const base = sum(modifiers.filter((modifier) => modifier < 0));
  return { findings, base, score: base >= EXTRAS_FROM ? sum(modifiers) : base };
}

/** Null when it is invalid, as with a repeated directive. */
function readPolicy(text: string): Map<string, Set<string>> | null {
  const policy = new Map<string, Set<string>>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/);
    if (name === '') continue;
    if (policy.has(name)) return null;
    policy.set(name, new Set(sources.length > 0 ? sources : ["'none'"]));
  }
  return policy;
}

function judgePolicy(headers: Headers): Finding {
  const text = headers.get('Content-Security-Policy');
  if (!text) return 'csp-missing';
  const policy = readPolicy(text);
  if (!policy) return 'csp-invalid';
  const fallback = policy.get('default-src') ?? new Set(['*']);
  const sources = (name: string) => [...(policy.get(name) ?? fallback)];
  const hashed = (list: string[]) => list.some((source) => /^'(?:nonce|sha\d+)-/.test(source));
  // Beside hashes, browsers ignore 'unsafe-inline'.
  const effective = (name: string) => {
    const list = sources(name);
    return hashed(list) ? list.filter((source) => source !== "'unsafe-inline'") : list;
  };
  const script = effective('script-src');
  const style = effective('style-src');
  const overHttp = (list: string[]) => list.some((source) => /^(?:http|ftp):/.test(source));
  const images = ['img-src', 'media-src'];
  const active = [...policy]
    .filter(([name]) => !images.includes(name))
    .flatMap(([, list]) => [...list]);

  const unsafe = (source: string) => BROAD.has(source) || INLINE.has(source);
  const broadObjects = sources('object-src').some((source) => BROAD.has(source));
  if (script.some(unsafe) || broadObjects) return 'csp-unsafe-script';
  if (overHttp(active)) return 'csp-http-sources';
  if ([...script, ...style].includes("'unsafe-eval'")) return 'csp-unsafe-eval';
  if (overHttp(images.flatMap(sources))) return 'csp-http-images';
  if (style.some(unsafe)) return 'csp-unsafe-style';
  return [...fallback].join() === "'none'" ? 'csp-default-none' : 'csp-no-unsafe';
}

/** The worst finding of all cookies. */
function judgeCookies(cookies: string[], hsts: boolean): Finding {
  const findings = cookies.map((cookie): Finding => {
    const [pair = '', ...attributes] = cookie.toLowerCase().split(/;\s*/);
    const isSession = /login|sess/.test(pair.split('=')[0] ?? '');
    const secure = attributes.includes('secure');
    const sameSite = attributes
      .find((attribute) => attribute.startsWith('samesite'))
      ?.split('=')[1];
    if (isSession && !secure && !hsts) return 'cookies-session-insecure';
    if (isSession && !attributes.includes('httponly')) return 'cookies-session-without-httponly';
    if (sameSite !== undefined && !['lax', 'strict', 'none'].includes(sameSite)) {
      return 'cookies-samesite-invalid';
    }
    if (sameSite === 'none' && !secure) return 'cookies-samesite-invalid';
    if (!secure && !hsts) return 'cookies-insecure';
    if (isSession && !secure) return 'cookies-session-insecure-under-hsts';
    if (!secure) return 'cookies-insecure-under-hsts';
    return sameSite === undefined ? 'cookies-without-samesite' : 'cookies-strict';
  });
  const worst = findings.toSorted((one, other) => MODIFIERS[one] - MODIFIERS[other]);
  return worst[0] ?? 'cookies-none';
}

function judgeSharing(headers: Headers, origin: string): Finding {
  const allowed = headers.get('Access-Control-Allow-Origin');
  if (allowed === null) return 'cors-none';
  const credentials = headers.get('Access-Control-Allow-Credentials') === 'true';
  return allowed === origin && credentials ? 'cors-with-credentials' : 'cors-limited';
}

function judgeHsts(headers: Headers): Finding {
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('Strict-Transport-Security') ?? '')?.[1];
  if (age === undefined) return 'hsts-missing';
  return Number(age) >= SIX_MONTHS ? 'hsts-six-months' : 'hsts-short';
}

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

function judgeReferrer(headers: Headers): Finding {
  const policy = headers.get('Referrer-Policy');
  if (policy === null) return 'referrer-missing';
  return PRIVATE.includes(policy.toLowerCase()) ? 'referrer-private' : 'referrer-unsafe';
}

function judgeScripts(html: string): Finding {
  const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/gi)];
  const foreign = scripts.filter(
    ([tag, src = '']) => /^(?:https?:)?\/\//.test(src) && !/integrity=/.test(tag),
  );
  if (foreign.some(([, src = '']) => !src.startsWith('https:'))) return 'sri-missing-over-http';
  if (foreign.length > 0) return 'sri-missing';
  return scripts.some(([tag]) => /integrity=/.test(tag)) ? 'sri-used' : 'sri-not-needed';
}

function judgeFraming(headers: Headers): Finding {
  const policy = readPolicy(headers.get('Content-Security-Policy') ?? '');
  if (policy?.has('frame-ancestors')) return 'framing-by-csp';
  const header = headers.get('X-Frame-Options')?.toLowerCase();
  return header === 'deny' || header === 'sameorigin' ? 'framing-by-header' : 'framing-missing';
}

function judgeResourcePolicy(headers: Headers): Finding {
  switch (headers.get('Cross-Origin-Resource-Policy')) {
    case null:
      return 'corp-missing';
    case 'same-origin':
    case 'same-site':
      return 'corp-same';
    case 'cross-origin':
      return 'corp-cross';
    default:
      return 'corp-invalid';
  }
}
