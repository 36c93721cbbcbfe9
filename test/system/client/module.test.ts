import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test('the modules in public/ are what `npm run client` writes', () => {
  const folder = folderWith({});
  execFileSync(process.execPath, ['scripts/client/client.ts', folder]);
  const written = readdirSync(folder).sort();
  expect(written).toEqual(['almanac-query.d.ts', 'almanac-query.js', 'almanac.d.ts', 'almanac.js']);
  for (const file of written) {
    expect(readFileSync(`public/${file}`, 'utf8'), file).toBe(readFileSync(`${folder}/${file}`, 'utf8'));
  }
});

test.each([
  ['almanac.js', 5000],
  // With the client inside, and the Parquet reader.
  ['almanac-query.js', 25_000],
])('%s takes less than %i bytes compressed, and imports nothing', (file, most) => {
  const module = readFileSync(`public/${file}`);
  expect(gzipSync(module, { level: 9 }).length).toBeLessThan(most);
  expect(module.toString()).not.toMatch(/\bimport\b(?!\.meta\.url)/);
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
