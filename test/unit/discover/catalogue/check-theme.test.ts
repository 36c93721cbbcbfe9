import { describe, expect, test } from 'vitest';
import { faultInAddress } from '../../../../src/discover/catalogue/check-theme.ts';
import { readCss } from '../../../../src/discover/catalogue/read-css.ts';

const faultsInTheme = (css: string) => readCss(css, faultInAddress).faults;

const reasons = (css: string): string[] => faultsInTheme(css).map(({ reason }) => reason);

describe('a style sheet may have', () => {
  test.each([
    ['nothing', ''],
    ['custom properties and layers', '@layer a { :root { --accent: light-dark(#123, #abc) } }'],
    ['an image within itself', '.a { background: url(data:image/png;base64,AA==) }'],
    ['the logo', '.a { background: url("logo.svg") }'],
    ['a file of the host', '.a { background: url(/images/x.png) }'],
    ['a part of the page', '.a { filter: url(#blur) }'],
    ['a namespace, which is not loaded', '@namespace svg url(http://www.w3.org/2000/svg); a { color: red }'],
    ['an address in a text or a comment', '.a::after { content: "url(https://x.example/)" } /* @import "x.css"; */'],
    ['fonts of the reader', '@font-face { font-family: A; src: local("Georgia") }'],
    ['the format of an image', '.a { background: image-set(url(logo.svg) type("image/svg+xml")) }'],
  ])('%s', (_, css) => {
    expect(faultsInTheme(css)).toEqual([]);
  });
});

describe('a style sheet is refused that loads something', () => {
  test.each([
    ['from another host', '.a { background: url(https://x.example/a.png) }'],
    ['by a scheme without slashes', '.a { background: url(https:x.example) }'],
    ['from a host without a scheme', '.a { background: url("//x.example/a.png") }'],
    ['after a rule that names a namespace', 'a { & b { @namespace } background: url(http://x.example/a.png) }'],
    ['where a namespace is named in a block', 'a { @namespace; background: url(http://x.example/a.png) }'],
    ['after an empty comment', 'a { background:/**/url(/**/http://x.example/a.png) }'.replaceAll('(/**/', '(')],
    ['after what resembles another token', 'a { --b: #url( /* */ ); background: url(http://x.example/a.png) }'],
    ['after the beginning of an HTML comment', '<!--a { background: url(http://x.example/a.png) }'],
    ['right after the beginning of an HTML comment', 'a { b: <!--url(http://x.example/a.png) }'],
    ['after a number', 'a { b: 1.url(http://x.example/a.png) }'],
    ['after a bracket that is escaped', 'a { b: c\\( d; background: url(http://x.example/a.png) }'],
    ['in a list of images', '.a { background: -webkit-image-set("https://x.example/a.png" 1x) }'],
    ['through another function', '.a { background: src("https://x.example/a.png") }'],
    ['into a custom property', ':root { --a: url(https://x.example/a.png) }'],
    ['from a script', '.a { background: url(javascript:x) }'],
  ])('%s', (_, css) => {
    expect(reasons(css)).toEqual([expect.stringContaining('nothing from other hosts')]);
  });
});

test('a style sheet is refused that imports another, however the rule is written', () => {
  for (const css of ['@import "a.css";', '@IMPORT url(a.css);', '@import url("a.css") layer(x);']) {
    expect(reasons(css)[0], css).toContain('imports another style sheet');
  }
});

test('a font from a file is refused, and also one within the style sheet', () => {
  for (const address of ['x.woff2', 'data:font/woff2;base64,AA==', 'https://x.example/x.woff2']) {
    expect(reasons(`@font-face { src: url("${address}") format("woff2") } a { color: red }`)).toEqual([
      'loads a font, which the content policy of the pages forbids',
    ]);
  }
  expect(faultsInTheme('@font-face { src: local(A) } .a { background: url(#x) }')).toEqual([]);
});

test('files of the raw data cannot be loaded, since they are not published', () => {
  expect(reasons('.a { background: url(images/a.png) }')).toEqual([
    'loads "images/a.png", and files of the raw data are not published',
  ]);
});

test('brackets and texts without an end are found at their beginning', () => {
  expect(faultsInTheme('.a { color: red }\n.b { color: blue').map(({ at }) => at)).toEqual([21]);
  expect(reasons('.a { color: red } }')).toEqual(['has a } that closes nothing']);
  expect(reasons('.a { content: "x\n; color: red }')[0]).toContain('does not end on its line');
  expect(reasons('.a { content: "x\\"\n}')[0]).toContain('does not end on its line');
  expect(reasons('.a { background: url(a b) }')[0]).toContain('does not end');
});

test.each([
  '.a { background: u\\72l(https://x.example/a) }',
  '.a { background: u\\72l( https://x.example/a) }',
  '.a { background: u\\72l("https://x.example/a.png") }',
  '.a { background: u\\72 l("https://x.example/a.png") }',
  '.a { background: url("/\\\\x.example/a.png") }',
  '.a { background: url(/\\\\x.example/a.png) }',
  '@\\69mport "a.css";',
  '.a { --b: "https://x.example/a"; background: image-set(var(--b) 1x) }',
  '.a { background: -webkit-image-set(if(else: "https://x.example/a") 1x) }',
  '.a { background: image-set(--from-elsewhere() 1x) }',
])('an address that is not written plainly is refused: %s', (css) => {
  expect(reasons(css)).toEqual(['does not say plainly which address it loads, so that it cannot be checked']);
});

test('values of custom properties are used outside of addresses', () => {
  expect(
    reasons(
      '.a { background: linear-gradient(var(--paper), var(--raised)), image-set(url(/a.png) type("image/png")) }',
    ),
  ).toEqual([]);
});

test('a comment without an end is found at its beginning', () => {
  expect(faultsInTheme('/* a */ .a {} /* .b { color: blue }')).toMatchObject([{ at: 14 }]);
  expect(faultsInTheme('/*/')).toHaveLength(1);
});

test('rules and brackets that are nested too deep are refused, whatever seems to close them', () => {
  for (const level of ['a{', 'a{/*}*/', 'a{b:"}";', '@media print{', 'a{b:(', '[']) {
    expect(reasons(level.repeat(20_000)).at(-1), level).toContain('more than 100 deep');
  }
  expect(reasons('a{'.repeat(100) + '}'.repeat(100))).toEqual([]);
});

test.each(['\\\n', '{', ' ', '/* ', '-', 'url(', 'a{b:c;', '"', "'", '@a ', 'a:', '\\'])(
  'a style sheet of %j alone is read in little time',
  (text) => {
    const start = performance.now();
    faultsInTheme(text.repeat(65_536 / text.length));
    expect(performance.now() - start).toBeLessThan(2000);
  },
);
