import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { bundleClient } from '../../../scripts/client/bundle.ts';
import { declareModule } from '../../../scripts/package/declare.ts';

test('the module is what its sources make; `npm run client` makes it', async () => {
  expect(readFileSync('public/almanac.js', 'utf8')).toBe(await bundleClient());
});

test('the types are what its sources declare; `npm run client` writes them', () => {
  expect(readFileSync('public/almanac.d.ts', 'utf8')).toBe(declareModule('src/client/client.ts'));
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
