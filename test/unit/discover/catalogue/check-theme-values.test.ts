import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type DeclarationFault,
  faultsInDeclarations as faultsIn,
  THEME_PROPERTIES,
} from '../../../../src/discover/catalogue/check-theme-values.ts';
import { readCss } from '../../../../src/discover/catalogue/read-css.ts';

const faultsInDeclarations = (css: string): DeclarationFault[] => faultsIn(css, readCss(css, () => null).declarations);
const ROOT = join(import.meta.dirname, '../../../..');
const found = (css: string): string[] =>
  faultsInDeclarations(css).map(({ severity, at }) => `${severity} ${css.slice(at).split(/[:;}]/)[0]}`);
const reasonsOf = (css: string): string[] => faultsInDeclarations(css).map(({ reason }: DeclarationFault) => reason);

test.each([
  '#123',
  'RED',
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

test('a colour without a value is an error, and a mistyped function a hint', () => {
  expect(reasonsOf(':root { --ink: ; }')).toEqual([
    'the property --ink has no value, which is not a colour, so pages would lose the colour',
  ]);
  expect(found(':root { --ink: rbg(1 2 3) }')).toEqual(['hint rbg(1 2 3) ']);
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

test('a custom property of the root that is nearly a promised one is a hint, unless the style sheet uses it', () => {
  expect(reasonsOf(':root { --inkk: red; --Accent: red; --my-colour: red }')).toEqual([
    'sets the property "--inkk", which pages do not use (did you mean "--ink"?)',
    'sets the property "--Accent", which pages do not use (did you mean "--accent"?)',
  ]);
  expect(found(':root { --inkk: red } a { color: var(--inkk) } .b { --papr: 1 }')).toEqual([]);
});

test('a property that is nearly a known one is a hint, and one of later or of a vendor is not', () => {
  expect(reasonsOf('a { colr: blue }')).toEqual([
    'sets the property "colr", which browsers may not know (did you mean "color"?)',
  ]);
  expect(found('a { -webkit-colr: x; property-of-the-far-future: 1 } @font-face { src: local(A) }')).toEqual([]);
});

test('values are quoted up to a length, and deep nesting is not looked into', () => {
  expect(reasonsOf(`:root { --ink: ${'x'.repeat(900)} }`)[0]?.length).toBeLessThan(200);
  expect(faultsInDeclarations('a{'.repeat(30_000) + '}'.repeat(30_000))).toEqual([]);
  expect(faultsInDeclarations(`:root { --ink: ${'('.repeat(80)}${')'.repeat(80)} }`)).toHaveLength(1);
});

test('each property that the documentation promises is checked, and each that is checked is documented and used', () => {
  const [, table = ''] =
    /\| Property \| Meaning \|\n(.*?)\n\n/s.exec(readFileSync(join(ROOT, 'docs/look.md'), 'utf8')) ?? [];
  const documented = table.match(/--[a-z]+/g) ?? [];
  expect(Object.keys(THEME_PROPERTIES).sort()).toEqual(documented.sort());
  const used = readFileSync(join(ROOT, 'src/site/styles/base.css'), 'utf8');
  expect(faultsInDeclarations(used).filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const name of documented) expect(used).toContain(`  ${name}: `);
});
