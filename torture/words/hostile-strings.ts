import { isBlank, textFault } from '#core/letter.ts';
import { seededRandom } from '../../test/seeded-random.ts';

/** What an injected script would do; the trapped page looks for it. */
const RUN = 'window.__ran=1';
const ELSEWHERE = 'https://elsewhere.invalid/x';

/** Strings that have defeated other sites. */
const KNOWN: string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<script src="${ELSEWHERE}.js"></script>`,
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `<img src="${ELSEWHERE}.png">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${RUN}>">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<a href="javascript:${RUN}">here</a>`,
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}//`,
  `<base href="${ELSEWHERE}/">`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`,
  `<link rel="stylesheet" href="${ELSEWHERE}.css">`,
  `<form action="${ELSEWHERE}"><button>go</button></form>`,
  `<details open ontoggle=${RUN}>`,
  `<body onload=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<object data="${ELSEWHERE}"></object>`,
  `<embed src="${ELSEWHERE}">`,
  `<style>*{background:url(${ELSEWHERE})}</style>`,
  `</style><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</noscript><script>${RUN}</script>`,
  `</dialog></main></body></html><script>${RUN}</script>`,
  `<!--`,
  `--><script>${RUN}</script>`,
  `--!><script>${RUN}</script>`,
  `<!--<script>`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `]]>`,
  `]]&gt;<script>${RUN}</script>`,
  `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
  `<?php echo 1 ?>`,
  `<% ${RUN} %>`,
  `" onmouseover="${RUN}" x="`,
  `' onfocus='${RUN}' autofocus x='`,
  `\` onload=${RUN} \``,
  `" style="position:fixed;inset:0" x="`,
  `"autofocus/onfocus="${RUN}`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `&quot;&gt;&amp;&apos;&nbsp;&notanentity;&#0;&#x202e;`,
  `&amp;lt;b&amp;gt;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${RUN}`,
  `\\");${RUN};//`,
  `'));${RUN};//`,
  `";${RUN};//`,
  `\\`,
  `\\\\"`,
  '\\u2028\u2028window.__ran=1\u2029',
  `\${${RUN}}`,
  `\`\${${RUN}}\``,
  `{{constructor.constructor("${RUN}")()}}`,
  `{{7*7}} #{7*7} <%= 7*7 %> [[7*7]] @(7*7) %{7*7}`,
  `{"__proto__":{"polluted":1}}`,
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'undefined',
  'null',
  'NaN',
  'true',
  '0',
  '-1',
  '[]',
  '{}',
  'data: x\n\nevent: reset\ndata: {}',
  'id: 9999\nevent: withdrawn\ndata: {"id":"x"}\n\n',
  'x\r\nSet-Cookie: a=b\r\n\r\n<script>',
  `=HYPERLINK("${ELSEWHERE}","here")`,
  `=cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `+1+1`,
  `-2+3`,
  `expression(${RUN})`,
  `}*{background:url(${ELSEWHERE})}`,
  `url(javascript:${RUN})`,
  `../../../../etc/passwd`,
  `'; DROP TABLE letters; --`,
  `%00%0d%0a%3Cscript%3E`,
  '\u202eedocne thgir ot tfel\u202c',
  '\u202e never closed',
  '\u2066\u2067\u2068 never closed',
  '\u2069\u2069\u202c\u202c closed too often',
  '\u200f\u200e\u061c marks',
  '\u202a\u202b\u202d nested \u202c\u202c\u202c',
  'שלום hello שלום 123',
  'مرحبا (hello) ١٢٣ 2026-11-20',
  'hello \u05d0\u202eabc\u2067 20',
  'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d'.repeat(12),
  `e${'\u0301'.repeat(120)}`,
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}\u{1f3f3}\ufe0f\u200d\u{1f308}',
  '\u{e0001}\u{e0041}\u{e007f} tags',
  '\ufdfd\ufdfd\ufdfd',
  '\ufffe\uffff\ufffd noncharacters',
  '\u{10ffff}\u{1fffe}',
  'A\u030a \u212b \u1e69 s\u0323\u0307 \ufb01 \u2126',
  'I\u0307stanbul \u0130 \u0131 \u017f \u1e9e',
  'a'.repeat(280),
  `${'ab\u200b'.repeat(90)}`,
  '漢'.repeat(280),
  '\u00a0\u2003\u3000 spaces \u2003',
  '   leading and trailing   ',
  'tab\tand\nline',
  '\n\n\nmany lines\n\n\n',
];

const PIECES: string[] = [
  ...['<', '>', '"', "'", '`', '&', ';', '/', '\\', '=', '{', '}', '$', '#', '%', '--', '!', '?'],
  ...['<b>', '</b>', '</', '<!--', '-->', '<![CDATA[', ']]>', '</script', '<script', '<svg/'],
  ...['onerror=', 'onload=', RUN, 'javascript:', 'src=', 'href=', 'style=', ELSEWHERE, 'data:'],
  ...['&lt;', '&#x3c;', '&quot', '\\u003c', '\\x3c', '\u2028', '\u2029', '\n', '\t', ' '],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u200b', '\u200d', '\u200e', '\u200f', '\u061c', '\ufeff', '\u00ad', '\u0301', '\u0338'],
  ...['hello', 'letter', 'שלום', 'مرحبا', '日本', '\u{1f48c}', 'é', 'e\u0301', '٣', '1', '20'],
];
const MAX_PIECES = 14;

/** Hostile strings that a letter may contain: first the known ones, then generated ones, the same for a seed. */
export function hostileStrings(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const piece = () => PIECES[below(PIECES.length)] ?? '';
  const made = new Set<string>();
  for (const known of KNOWN) if (isKeepable(known)) made.add(known);
  while (made.size < count) {
    const pieces = Array.from({ length: 2 + below(MAX_PIECES) }, piece);
    const known = KNOWN[below(KNOWN.length)] ?? '';
    const text = (random() < 0.3 ? spliced(pieces, known, below) : pieces).join('');
    if (isKeepable(text)) made.add(text);
  }
  return [...made].slice(0, count);
}

function spliced(pieces: string[], known: string, below: (limit: number) => number): string[] {
  const at = below(known.length);
  return [...pieces.slice(0, 3), known.slice(0, at), ...pieces.slice(3), known.slice(at)];
}

/** Whether a letter may contain it; others never reach a page. */
function isKeepable(text: string): boolean {
  return !isBlank(text) && textFault('title', text.normalize('NFC')) === null;
}
