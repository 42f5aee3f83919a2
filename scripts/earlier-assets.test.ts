import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { setAssetsAside } from './earlier-assets.ts';

function builds() {
  const beside = temporaryFolder();
  const folder = join(beside, 'build');
  const assets = join(folder, 'client', 'assets');
  /** What every build does first. */
  const begin = () => {
    const bringBack = setAssetsAside(folder);
    rmSync(folder, { recursive: true, force: true });
    return bringBack;
  };
  const build = (files: Record<string, string>) => {
    const bringBack = begin();
    mkdirSync(assets, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(assets, name), text);
    bringBack();
    return readdirSync(assets).sort();
  };
  return { beside, folder, assets, begin, build };
}

test('keeps the assets of the previous build, and removes those of earlier ones', () => {
  const { beside, assets, build } = builds();
  expect(build({ 'a-1.js': 'a1', 'same.js': 'first' })).toEqual(['a-1.js', 'same.js']);
  expect(build({ 'a-2.js': 'a2', 'same.js': 'second' })).toEqual(['a-1.js', 'a-2.js', 'same.js']);
  expect(readFileSync(join(assets, 'same.js'), 'utf8')).toBe('second');
  expect(readFileSync(join(assets, 'a-1.js'), 'utf8')).toBe('a1');
  expect(build({ 'a-3.js': 'a3' })).toEqual(['a-2.js', 'a-3.js', 'same.js']);
  expect(readdirSync(beside)).toEqual(['build']);
});

test('keeps the assets of the last successful build even if later ones failed', () => {
  const { beside, begin, build } = builds();
  build({ 'a-1.js': 'a1' });
  begin();
  begin();
  expect(build({ 'a-2.js': 'a2' })).toEqual(['a-1.js', 'a-2.js']);
  expect(build({ 'a-3.js': 'a3' })).toEqual(['a-2.js', 'a-3.js']);
  expect(readdirSync(beside)).toEqual(['build']);
});

test('does not count a build that fails before it begins as the previous one', () => {
  const { folder, build } = builds();
  build({ 'a-1.js': 'a1' });
  writeFileSync(join(folder, '.set-up'), 'what that build was made from');
  setAssetsAside(folder);
  expect(existsSync(join(folder, '.set-up'))).toBe(false);
});
