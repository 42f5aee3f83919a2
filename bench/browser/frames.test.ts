import { expect, test } from 'vitest';
import { framesPerSecond, frameTimes } from './frames.ts';

const STEP = 1000 / 60;
const LASTS = 700;
/** One for each refresh of a display, from 40 ms after the tap until well after the movement. */
const SMOOTH = Array.from({ length: 60 }, (_, nth) => 40 + nth * STEP);
const pace = (shown: number[]) => {
  const frames = frameTimes(shown, LASTS);
  return { perSecond: Math.round(framesPerSecond(frames)), longest: Math.max(...frames) };
};

test('an animation shown at every refresh has 60 frames a second and no long frame', () => {
  expect(pace(SMOOTH).perSecond).toBe(60);
  expect(pace(SMOOTH).longest).toBeCloseTo(STEP);
});

test('a freeze in the middle is the longest frame, and lowers the frame rate', () => {
  const frozen = SMOOTH.filter((at) => at < 300 || at >= 300 + 300);
  expect(pace(frozen).longest).toBeGreaterThan(300);
  expect(pace(frozen).perSecond).toBeLessThan(40);
});

test('a freeze that lasts until the planned end of the animation counts until that end', () => {
  const frozen = SMOOTH.filter((at) => at < 300 || at > 40 + LASTS);
  expect(pace(frozen).longest).toBeGreaterThan(430);
  expect(pace([40])).toEqual({ perSecond: 1, longest: LASTS });
});

test('showing every other frame halves the rate; frames after the animation are not counted', () => {
  expect(pace(SMOOTH.filter((_, nth) => nth % 2 === 0)).perSecond).toBe(30);
  expect(pace([...SMOOTH, 2000]).longest).toBeCloseTo(STEP);
});

test('without any frame there is no measurement', () => {
  expect(() => frameTimes([], LASTS)).toThrow('Nothing moved');
});
