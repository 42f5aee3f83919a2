import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { replaceBuild } from './replace-build.ts';

function builds() {
  const beside = temporaryFolder();
  const folder = join(beside, 'build');
  const finished = join(beside, 'build-unfinished');
  const assets = join(folder, 'client', 'assets');
  const build = (files: Record<string, string>) => {
    mkdirSync(join(finished, 'client', 'assets'), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(finished, 'client', 'assets', name), text);
    }
    replaceBuild(folder, finished);
    return readdirSync(assets).sort();
  };
  return { beside, folder, assets, build };
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

test('keeps them also when the same pages are built once more, as for another package of the server', () => {
  const { build } = builds();
  build({ 'a-1.js': 'a1' });
  build({ 'a-2.js': 'a2' });
  expect(build({ 'a-2.js': 'a2' })).toEqual(['a-1.js', 'a-2.js']);
  expect(build({ 'a-3.js': 'a3' })).toEqual(['a-2.js', 'a-3.js']);
});

test('leaves nothing else of the previous build, such as what it was made from', () => {
  const { folder, build } = builds();
  build({ 'a-1.js': 'a1' });
  writeFileSync(join(folder, '.set-up'), 'what that build was made from');
  build({ 'a-2.js': 'a2' });
  expect(existsSync(join(folder, '.set-up'))).toBe(false);
});

test('replaces a build of which a part was lost, and what an interrupted replacement left', () => {
  const { beside, folder, assets, build } = builds();
  build({ 'a-1.js': 'a1', 'b-1.js': 'b1' });
  rmSync(join(assets, 'a-1.js'));
  // With something in it, or it could be replaced as it is.
  mkdirSync(join(`${folder}-replaced`, 'client'), { recursive: true });
  expect(build({ 'a-2.js': 'a2' })).toEqual(['a-2.js', 'b-1.js']);
  expect(readdirSync(beside)).toEqual(['build']);
});
