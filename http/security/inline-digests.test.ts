import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineDigests } from './inline-digests.ts';

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts and styles are allowed, each text once, whatever attributes they have', () => {
  const html =
    '<html><head><style>p{}</style><style media="print">a>b{}</style></head><body>' +
    '<script>1</script><template><script type="module" async="">“2”</script></template>' +
    '<script>1</script></body></html>';
  expect(inlineDigests(html)).toEqual({
    scripts: [digest('1'), digest('“2”')],
    styles: [digest('p{}'), digest('a>b{}')],
  });
});

test('external, data and unclosed elements are not', () => {
  const html =
    '<script src="/a.js"></script><script type="application/ld+json">{}</script><script>1';
  expect(inlineDigests(html)).toEqual({ scripts: [], styles: [] });
});

test('what looks like an element inside another is its text, and needs no digest of its own', () => {
  const html = '<script>"<style>p{}</style>"</script>';
  expect(inlineDigests(html)).toEqual({ scripts: [digest('"<style>p{}</style>"')], styles: [] });
});
