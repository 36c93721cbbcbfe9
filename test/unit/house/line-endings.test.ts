import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('git changes no line ends in a checkout', () => {
  const rules = readFileSync('.gitattributes', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(rules).toEqual(['* -text']);
});

test('sources, tests and documents have the line ends of Unix', () => {
  const files = globSync(['{src,scripts,test,docs,public}/**/*.{ts,js,astro,css,md}', '*.{md,json,mjs,ts}']);
  expect(files.length).toBeGreaterThan(500);
  const own = files.filter((file) => !file.includes('node_modules'));
  expect(own.filter((file) => readFileSync(file, 'latin1').includes('\r'))).toEqual([]);
});
