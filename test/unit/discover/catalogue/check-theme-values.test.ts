import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultsInValues, THEME_PROPERTIES } from '../../../../src/discover/catalogue/check-theme-values.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const found = (css: string): string[] =>
  faultsInValues(css).map(({ severity, at }) => `${severity} ${css.slice(at).split(/[:;}]/)[0]}`);
const reasonsOf = (css: string): string[] => faultsInValues(css).map(({ reason }) => reason);

test.each([
  '#123',
  'RED',
  'rgb(10 20 30)',
  'oklch(0.5 0.1 200)',
  'hsl(120 50% 40% / 0.5)',
  'light-dark(#7a1f5c, #f0a8d8)',
  'light-dark(var(--a), oklch(50% 0.1 200))',
  'light-dark(light-dark(red, blue), contrast-color(red))',
  'var(--mine)',
  'var(--mine, #123) ',
  'rgb(1 2 3 / var(--x))',
  'rgb(from red r g b / 50%)',
  'hsl(calc(1deg * 2) 10% 10%)',
  'color-mix(in oklab, red 20%)',
  'a-function-of-later(1)',
  'AccentColor',
  'currentColor /* that of the text */',
  'red !important',
  'inherit',
])('a colour may be %s', (value) => {
  expect(found(`:root { --accent: ${value} }`)).toEqual([]);
});

test.each([
  '#12',
  'lightyelow',
  'light-dark(#12, red)',
  'light-dark(red)',
  'red blue',
  '12px',
  '"red"',
  'rgb(1, 2, x)',
])('a value that is not a colour is an error, at the value: %s', (value) => {
  expect(found(`@media print { :root { --x: 1px; --paper:  ${value}; } }`)).toEqual([`error ${value}`]);
});

test('a colour without a value is an error', () => {
  expect(reasonsOf(':root { --ink: ; }')).toEqual(['the property --ink has no value, so pages would lose the colour']);
});

describe('lengths and fonts', () => {
  test.each([
    '--round: 0',
    '--round: 4px 8px',
    '--wide: none',
    '--wide: min(90vw, 70rem)',
    '--measure: 65ch',
    '--font: Georgia, serif',
    '--mono: "A B", monospace',
    '--font: var(--mine), serif',
  ])('may be %s', (declaration) => {
    expect(found(`html { ${declaration} }`)).toEqual([]);
  });

  test.each(['--round: 5', '--wide: 70', '--measure: 4rm', '--font: 12px', '--mono: Georgia,'])(
    'of another kind are a hint: %s',
    (declaration) => {
      expect(found(`:root { ${declaration}; }`)).toEqual([`hint ${declaration.split(': ')[1]}`]);
    },
  );
});

test('a custom property that is nearly a promised one is a hint, unless the style sheet uses it', () => {
  expect(reasonsOf(':root { --inkk: red; --Accent: red; --my-colour: red } /* ; --papr: 1 */')).toEqual([
    'sets the property "--inkk", which pages do not use (did you mean "--ink"?)',
    'sets the property "--Accent", which pages do not use (did you mean "--accent"?)',
  ]);
  expect(found(':root { --inkk: red; colr: red } a { color: var( --inkk) }')).toEqual([]);
});

test('values are quoted up to a length, and whatever they are, read in little time', () => {
  expect(reasonsOf(`:root { --ink: ${'x'.repeat(900)} }`)[0]?.length).toBeLessThan(200);
  const start = performance.now();
  for (const text of [' ', '(', ';', '/*', 'x', '--ink:(;', ';--inx:'])
    faultsInValues(`{--ink:${text.repeat(65_000 / text.length)}}`);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('each property that the documentation promises is checked, and each that is checked is documented and used', () => {
  const [, table = ''] =
    /\| Property \| Meaning \|\n(.*?)\n\n/s.exec(readFileSync(join(ROOT, 'docs/look.md'), 'utf8')) ?? [];
  const documented = table.match(/--[a-z]+/g) ?? [];
  expect(Object.keys(THEME_PROPERTIES).sort()).toEqual(documented.sort());
  const used = readFileSync(join(ROOT, 'src/site/styles/base.css'), 'utf8');
  expect(faultsInValues(used).filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const name of documented) expect(used).toContain(`  ${name}: `);
});
