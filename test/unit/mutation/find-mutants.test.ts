import { describe, expect, test } from 'vitest';
import { findMutants, mutantsOf, sourcesOf } from '../../../scripts/mutation/find-mutants.ts';
import { applyMutant } from '../../../scripts/mutation/mutant.ts';
import { regexChanges } from '../../../scripts/mutation/regex-changes.ts';

/** Every text that a mutant makes of a source. */
function mutated(text: string): string[] {
  return findMutants('src/x.ts', text).map((mutant) => applyMutant(text, mutant));
}

describe('the mutants of', () => {
  test.each([
    ['a < b;', ['{}', 'a <= b;', 'a >= b;']],
    ['a === b;', ['{}', 'a !== b;']],
    ['a && b;', ['{}', 'a || b;', 'a;', 'b;']],
    ['a ?? b;', ['{}', 'a && b;', 'a;', 'b;']],
    ['a + b;', ['{}', 'a - b;']],
    ['if (a) b();', ['if (true) b();', 'if (false) b();', 'if (a) {}']],
    ['while (a) b();', ['while (false) b();', 'while (a) {}']],
    ['const a = b ? c : d;', ['const a = (c);', 'const a = (d);']],
    ['const a = !b;', ['const a = b;']],
    ['const a = 1;', ['const a = 2;', 'const a = 0;']],
    ['const a = 0;', ['const a = 1;', 'const a = (-1);']],
    ['const a = true;', ['const a = false;']],
    ["const a = 'x';", ["const a = '';"]],
    ["const a = '';", ["const a = 'mutant';"]],
    [`const a = \`x\${b}\`;`, ["const a = '';"]],
    ['const a = [b, c];', ['const a = [c];', 'const a = [b];']],
    ['const a = { b, c };', ['const a = { c };', 'const a = { b };']],
    ['const a = b?.c;', ['const a = b.c;']],
    ['const a = b.sort();', ['const a = b;']],
    ['const a = b.some(c);', ['const a = b.every(c);']],
    ['a += b;', ['{}', 'a -= b;']],
    ['for (;;) break;', ['for (;;) {}']],
    ['function a() { return b; }', ['null', '[]', "''"].map((it) => `function a() { return ${it}; }`)],
    ["import { a } from './b.ts';", []],
    ["export { a } from './b.ts';", []],
    ["type A = 'b' | 1;", []],
    ["interface A { b: 'c' }", []],
    ['// a < b', []],
    ["const a = { 'b': c };", ['const a = {  };']],
  ])('%s', (text, expected) => {
    expect(mutated(text).sort()).toEqual([...expected].sort());
  });

  test('a regular expression leave its escapes and classes whole', () => {
    const changed = (literal: string): string[] =>
      regexChanges(literal).map(({ at, length, after }) => literal.slice(0, at) + after + literal.slice(at + length));
    expect(changed('/^a+$/u')).toEqual(['/a+$/u', '/^a*$/u', '/^a+/u']);
    expect(changed('/[a-z^$+]b?/')).toEqual(['/[^a-z^$+]b?/', '/[a-z^$+]b/']);
    expect(changed('/[^a]*/')).toEqual(['/[a]*/', '/[^a]+/']);
    expect(changed(String.raw`/\^\$\+\/(?:a)(?=b)+?/`)).toEqual([String.raw`/\^\$\+\/(?:a)(?=b)*?/`]);
  });

  test('a source say where they are', () => {
    const [first] = findMutants('src/x.ts', 'const a = 1;\n  const b = c < d;\n').slice(-2);
    expect(first).toMatchObject({ file: 'src/x.ts', line: 2, column: 15, before: '<', operator: 'boundary' });
  });
});

test('every source of src/ has mutants but those without code, and the kernel has none', () => {
  const sources = sourcesOf('.', null);
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.filter((path) => path.includes('wasm/') || !path.endsWith('.ts'))).toEqual([]);
  const files = new Set(mutantsOf('.', sources).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(0.85 * sources.length);
  expect(sourcesOf('.', 'src/serve/**').every((path) => path.startsWith('src/serve/'))).toBe(true);
  expect(sourcesOf('.', 'src/serve/**')).toContain('src/serve/read-window.ts');
});
