import { expect, test } from 'vitest';
import { languageOf } from '#core/language.ts';
import { openFaces } from './faces.ts';
import { shapeLine, type Writing, writable } from './shaped-line.ts';
import { beginningOf, setTitle } from './title-lines.ts';

const faces = openFaces();
const BOX = {
  width: 860,
  sizes: [
    { size: 84, lines: 1 },
    { size: 46, lines: 3 },
  ],
};
const set = (title: string) => setTitle(title, faces, BOX, languageOf(title, null));
const kept = (title: string) => writable(title, faces, languageOf(title, null));
const upright: Writing = { style: 'upright', size: 50, language: undefined };
const outlines = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, outline]) => outline);

test.each([
  ['Latin', 'Żaneta, où es-tu? Cưng ơi'],
  ['Greek', 'Γράμμα από το νησί'],
  ['Cyrillic', 'Дорогой друг'],
  ['Arabic', 'رسالة إلى أخي'],
  ['Hebrew', 'מכתב קטן לפני החג'],
  ['Chinese', '給在雨季的你，这封信'],
  ['Japanese', '桜が散る前に'],
  ['Korean', '나의 친구에게'],
  ['Thai', 'จดหมายถึงคุณ'],
  ['Hindi', 'प्रिय क्षत्रिय मित्र'],
  ['Bengali', 'আমার প্রিয় বন্ধু'],
  ['Tamil', 'அன்புள்ள நண்பருக்கு'],
  ['Telugu', 'ప్రియమైన స్నేహితుడికి'],
  ['Kannada', 'ಪ್ರಿಯ ಸ್ನೇಹಿತನಿಗೆ'],
  ['Malayalam', 'പ്രിയ സുഹൃത്തിന്'],
  ['Gujarati', 'પ્રિય મિત્રને'],
  ['Punjabi', 'ਪਿਆਰੇ ਦੋਸਤ ਨੂੰ'],
  ['Sinhala', 'ආදරණීය මිතුරාට'],
  ['Georgian', 'ძვირფასო მეგობარო'],
  ['Armenian', 'Սիրելի ընկեր'],
  ['Amharic', 'ለውድ ጓደኛዬ'],
  ['Burmese', 'ချစ်လှစွာသော မိတ်ဆွေ'],
  ['Khmer', 'ជូនចំពោះមិត្តភក្តិ'],
  ['Lao', 'ເຖິງເພື່ອນຮັກ'],
  ['Tibetan', 'གྲོགས་པོ་ལགས།'],
  ['signs', '❤️ 👩‍👩‍👧‍👦 → ½ № 🇫🇷'],
])('a title in %s is drawn completely', async (_, title) => {
  expect(await kept(title)).toBe(title);
  const { lines } = await set(title);
  for (const { width, svg } of lines) {
    expect(width).toBeGreaterThan(100);
    expect(width).toBeLessThanOrEqual(BOX.width);
    expect(outlines(svg).length).toBeGreaterThan(3);
  }
});

test('a letter that two files claim, but only the second has, is drawn from that one', async () => {
  expect(await kept('Iğdır’a ışık')).toBe('Iğdır’a ışık');
  const file = (letter: string) => faces.faceFor(letter, 'upright', undefined);
  for (const letter of ['ı', 'œ', 'Œ']) expect(await file(letter), letter).toBe(await file('a'));
  for (const letter of ['ґ', 'Ґ', 'ұ', 'Ұ'])
    expect(await file(letter), letter).toBe(await file('г'));
});

test('characters that no font has are left out, and of a letter with such marks the marks alone', async () => {
  expect(await kept('ᏣᎳᎩ dear \u{10ffff} friend')).toBe('dear friend');
  expect(await kept('Z\u0338\u0327a\u0336l\u0337go')).toBe('Zalgo');
  expect(await kept('ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ')).toBe('');
  expect((await set('')).lines).toEqual([]);
});

test('an emoji sequence is one sign, and joining letters are joined', async () => {
  for (const sign of ['👩‍👩‍👧‍👦', '❤️‍🔥', '🏴‍☠️', '🧑🏻‍🤝‍🧑🏿', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☕️']) {
    expect(outlines((await shapeLine(sign, faces, upright)).svg), sign).toHaveLength(1);
  }
  const apart = await Promise.all(['ه', 'ه'].map((letter) => shapeLine(letter, faces, upright)));
  const joined = await shapeLine('هه', faces, upright);
  expect(outlines(joined.svg)).not.toEqual(apart.flatMap(({ svg }) => outlines(svg)));
});

test('a Chinese character has the form of its language, whichever region the tag names', async () => {
  const drawn = async (language: string) =>
    outlines((await shapeLine('直骨', faces, { ...upright, language })).svg).join();
  const forms = await Promise.all(['zh', 'zh-Hans', 'ja'].map(drawn));
  expect(new Set(forms).size).toBe(3);
  for (const tag of ['zh-TW', 'zh-Hant-HK']) expect(await drawn(tag), tag).toBe(forms[0]);
  for (const tag of ['zh-CN', 'zh-Hans-SG']) expect(await drawn(tag), tag).toBe(forms[1]);
  expect(await drawn('ja-JP')).toBe(forms[2]);
  expect(await drawn('ko-KR')).toBe(await drawn('ko'));
});

test('text from right to left starts at the right, with numbers inside it from left to right', async () => {
  const first = outlines((await shapeLine('ש', faces, upright)).svg);
  const number = outlines((await shapeLine('12', faces, upright)).svg);
  const drawn = outlines((await shapeLine('ש 12 ב', faces, upright)).svg);
  expect(drawn.at(-1)).toBe(first[0]);
  expect(drawn.slice(1, 3)).toEqual(number);
});

test('a title is as large as it can be, in lines of about the same length', async () => {
  expect(await set('Short')).toMatchObject({ size: 84, lines: { length: 1 } });
  const { size, lines } = await set('What your grandmother said about rain, and about the sea');
  expect(size).toBe(46);
  expect(lines).toHaveLength(2);
  const [above = 0, below = 0] = lines.map(({ width }) => width);
  expect(Math.min(above, below) / Math.max(above, below)).toBeGreaterThan(0.75);
});

test.each([
  ['words', 'and another word '.repeat(17), 3],
  ['one word', 'Wi'.repeat(150), 3],
  ['signs without blanks', '漢字'.repeat(150), 3],
  ['a long word', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 2],
])('%s too long for a line are broken, and cut off after three lines', async (_, title, count) => {
  const { lines } = await set(title);
  expect(lines).toHaveLength(count);
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(BOX.width);
  const ellipsis = outlines((await shapeLine('…', faces, upright)).svg);
  const ends = outlines(lines.at(-1)?.svg ?? '').at(-1) === ellipsis[0];
  expect(ends).toBe(count === 3);
});

test('a title is never cut within a Burmese syllable', () => {
  for (const before of ['', 'က', 'ကက']) {
    expect(beginningOf(before + 'မြန်မာ'.repeat(100))).toMatch(/(?:မြန်|မာ)…$/);
    expect(beginningOf(before + 'ကျွန်ုပ်'.repeat(200))).toMatch(/ကျွန်ုပ်…$/);
  }
});

test('Tibetan lines end after a syllable, at the dot that separates two of them', async () => {
  const { lines } = await set('ཆར་པ་བབས་པའི་ཉིན་མོར་བྲིས་པའི་འཕྲིན་ཡིག་ཅིག་ཁྱེད་ལ་བསྐུར།');
  const [first] = lines;
  const [point] = outlines((await shapeLine('་', faces, upright)).svg);
  expect(lines).toHaveLength(2);
  expect(outlines(first?.svg ?? '').at(-1)).toBe(point);
});

/** Where the points of the outlines lie, in pixels below the baseline. */
function depthsOf(svg: string): number[] {
  return [...svg.matchAll(/ ([-\d.]+)\) scale\(\S+ (\S+)\)" d="([^"]*)"/g)].flatMap(
    ([, y, scale, outline = '']) =>
      [...outline.matchAll(/,([-\d.]+)/g)].map(([, at]) => Number(y) + Number(scale) * Number(at)),
  );
}

test('tall and deep Burmese letters do not touch the lines above and below', async () => {
  const { svg } = await shapeLine('ချစ်လှစွာသောမိတ်ဆွေသို့', faces, upright);
  const depths = depthsOf(svg);
  expect(depths.length).toBeGreaterThan(100);
  expect(Math.max(...depths) - Math.min(...depths)).toBeLessThan(upright.size * 1.3);
});

test.each(['Égypte', 'ปู่ที่น้ำ', 'བསྐུར'])('a line tells how far its letters reach: %s', async (text) => {
  const { svg, above, below } = await shapeLine(text, faces, upright);
  const depths = depthsOf(svg);
  expect(above).toBeCloseTo(-Math.min(...depths), 0);
  expect(below).toBeCloseTo(Math.max(...depths), 0);
});

test('only as much of a long title is processed as fits on a card, and enough to fill it', async () => {
  expect(beginningOf('Dear friend')).toBe('Dear friend');
  for (const [title, most] of [
    ['and another word '.repeat(17), 161],
    ['字'.repeat(300), 54],
    ['👩‍👩‍👧‍👦'.repeat(60), 54 * 11],
  ] as const) {
    const beginning = beginningOf(title);
    expect(beginning.length).toBeLessThanOrEqual(most);
    expect(beginning).toMatch(/…$/);
    const { lines } = await set(beginning);
    expect(lines).toHaveLength(3);
    for (const { width } of lines) expect(width).toBeGreaterThan(BOX.width * 0.85);
  }
});

test('of many fonts the recently used ones stay open', async () => {
  const few = openFaces(2);
  const face = (text: string) => few.faceFor(text, 'upright', undefined);
  const [latin, greek] = [await face('a'), await face('α')];
  expect(await face('a')).toBe(latin);
  await face('ж');
  expect(await face('a')).toBe(latin);
  expect(await face('α')).not.toBe(greek);
});
