import { expect, test } from 'vitest';
import { languageOf } from '#core/language.ts';
import { openFaces } from './faces.ts';
import type { ShapedLine } from './shaped-line.ts';
import { stackLines } from './stack-lines.ts';
import { setTitle } from './title-lines.ts';

const faces = openFaces();
const SIZE = 68;
const BOX = { y: 502, top: 356, bottom: 532 };
const WIDTH = 860;

function set(title: string) {
  const sizes = [{ size: SIZE, lines: 2 }];
  return setTitle(title, faces, { width: WIDTH, sizes }, languageOf(title, null));
}

/** Where each line starts and ends on the card, from the top. */
function reaches(lines: ShapedLine[]): [number, number][] {
  const { baselines, y, scale } = stackLines(lines, SIZE, BOX);
  return lines.map(({ above, below }, at) => {
    const baseline = y + (baselines[at] ?? 0) * scale;
    return [baseline - above * scale, baseline + below * scale];
  });
}

test.each([
  ['Thai', 'จดหมายถึงคุณจากหน้าต่างบานเดิมในวันฝนตก'],
  ['Lao', 'ຈົດໝາຍທີ່ຂ້ອຍຂຽນໃນມື້ຝົນຕົກ ສົ່ງໃຫ້ເຈົ້າ'],
  ['Tibetan', 'ཆར་པ་བབས་པའི་ཉིན་མོར་བྲིས་པའི་འཕྲིན་ཡིག་ཅིག་ཁྱེད་ལ་བསྐུར།'],
  ['Telugu', 'వర్షం పడిన రోజున నీకోసం రాసిన ఉత్తరం'],
  ['Arabic', 'رِسَالَةٌ كَتَبْتُهَا فِي يَوْمٍ مَاطِرٍ وَلَمْ أُرْسِلْهَا إِلَيْكَ قَطُّ أَبَدًا'],
])('lines in %s neither overlap nor exceed their box', async (_, title) => {
  const { lines } = await set(title);
  const [first = [0, 0], second = [0, 0]] = reaches(lines);
  expect(lines).toHaveLength(2);
  expect(first[1]).toBeLessThan(second[0]);
  expect(first[0]).toBeGreaterThanOrEqual(BOX.top - 0.01);
  expect(second[1]).toBeLessThanOrEqual(BOX.bottom + 0.01);
});

test('two lines in Latin script keep their size, distance and position', async () => {
  const { lines } = await set('What the house said when we emptied it');
  expect(lines).toHaveLength(2);
  expect(stackLines(lines, SIZE, BOX)).toEqual({ baselines: [-1.12 * SIZE, 0], y: 502, scale: 1 });
});

test('descenders below the last line move it up, away from the date', async () => {
  const { lines } = await set('བསྐུར།');
  const { y, scale } = stackLines(lines, SIZE, BOX);
  expect(scale).toBe(1);
  expect(y).toBeLessThan(BOX.y);
});
