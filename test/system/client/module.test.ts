import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test.each(['almanac.js', 'almanac.d.ts'])('public/%s is what `npm run client` writes', (file) => {
  const folder = folderWith({});
  execFileSync(process.execPath, ['scripts/client/client.ts', folder]);
  expect(readFileSync(`public/${file}`, 'utf8')).toBe(readFileSync(`${folder}/${file}`, 'utf8'));
});

test('the module takes less than 5 kB compressed, and imports nothing', () => {
  const module = readFileSync('public/almanac.js');
  expect(gzipSync(module, { level: 9 }).length).toBeLessThan(5000);
  expect(module.toString()).not.toMatch(/\bimport\b/);
});

test('a program that imports the package has its types', () => {
  // `npm run check` compiles the same program as bundlers do.
  const program = ts.createProgram([resolve('test/system/client/consumer.ts')], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  });
  const sources = program.getSourceFiles().map(({ fileName }) => fileName);
  expect(sources).toContain(resolve('public/almanac.d.ts'));
  expect(sources.filter((path) => path.startsWith(resolve('src')))).toEqual([]);
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
});
