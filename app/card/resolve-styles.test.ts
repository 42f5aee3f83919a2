import { expect, test } from 'vitest';
import { propertiesOf, resolveStyles } from './resolve-styles.ts';

const CSS = `/* { */ .a { fill: var(--x); }
@media (forced-colors: active) { .a { fill: none; } .b { fill: none; } }
@media (forced-colors: none) { .c { fill: var(--y, var(--x)); } }
.d { stroke: rgb(84 58 30 / 0.14); fill: var(--z, #123); }`;

test('uses the values of the day theme', () => {
  expect(resolveStyles(CSS, { '--x': 'var(--w)', '--w': 'red' }).replaceAll(/\s+/g, ' ')).toBe(
    ' .a { fill: red; } .c { fill: red; } .d { stroke: rgba(84, 58, 30, 0.14); fill: #123; }',
  );
});

test('takes the properties of the first rule with a selector', () => {
  const css =
    ':root {\n  --a: #fff;\n  color: red;\n  --b: rgb(1 2 3 / 0.5);\n}\n:root {\n  --a: #000;\n}';
  expect(propertiesOf(css, ':root')).toEqual({ '--a': '#fff', '--b': 'rgb(1 2 3 / 0.5)' });
  expect(propertiesOf(css, '.none')).toEqual({});
});

test('throws on a property that is not defined', () => {
  expect(() => resolveStyles(CSS, { '--x': 'var(--w)' })).toThrow('--w');
});
