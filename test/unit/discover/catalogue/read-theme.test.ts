import { expect, test } from 'vitest';
import { faultsInTheme } from '../../../../src/discover/catalogue/read-theme.ts';

const reasons = (css: string): string[] => faultsInTheme(css).map(({ reason }) => reason);
const lines = (text: string): string[] => text.trim().split('\n');

test.each([
  '',
  '@charset "utf-8"; a { color: red }',
  '@layer a { :root { --accent: light-dark(#123, #abc) } }',
  '.a { background: url(data:image/png;base64,AA==) }',
  '.a { background: url("logo.svg") }',
  '.a { background: URL( "/images/x.png" ) }',
  '.a { filter: url(#blur) }',
  '.a::after { content: "url(https://x.example/)" } /* @import "x.css"; */',
  '.a::after { content: "\\201C }" } .sm\\:b { color: red }',
  '@font-face { font-family: A; src: local("Georgia") } .a { background: url(#x) }',
  '.a { background: image-set(url(logo.svg) type("image/svg+xml"), "/a.png" 2x) }',
  '.a { background: linear-gradient(var(--paper), var(--raised)), image-set(url(/a.png) type("image/png")) }',
  '@scope (.a) to (.b) { & > c { color: contrast-color(red); d: sibling-index() } } @starting-style { a { b: c } }',
  '@container style(--x: 1) { a:has(> b) { width: if(media(print): 1px; else: 2px); new-property: new(1) } }',
])('a style sheet may be %s', (css) => {
  expect(faultsInTheme(css)).toEqual([]);
});

/** Each would send a request to another host, in a browser that knows what it uses. */
const ATTACKS = `
.a { background: url(https://x.example/a.png) }
.a { background: url(https:x.example) }
.a { background: url(http://catalogue.invalid/logo.svg) }
.a { background: url("//x.example/a.png") }
.a { background: url(' https://x.example/a.png') }
.a { background: url("ht\\A tps://x.example/a.png") }
.a { background: url(\\68ttps://x.example/a.png) }
.a { background: u\\72l(https://x.example/a) }
.a { background: u\\72 l("https://x.example/a.png") }
.a { background: \\000055RL( "https://x.example/a.png") }
.a { background: url("/\\\\x.example/a.png") }
.a { background: url(/\\\\x.example/a.png) }
.a { background: url("\\\\\\\\x.example/a.png") }
body { & main { @namespace } background: url(http://x.example/a.png) }
a { @namespace; background: url(http://x.example/a.png) }
@namespace url(http://x.example/a.png);
@unknown { a { background: url(http://x.example/a.png) } }
@supports (background: url(http://x.example/a.png)) {}
@property --a { syntax: "<url>"; inherits: false; initial-value: url(http://x.example/a.png) }
@counter-style a { system: cyclic; symbols: url(http://x.example/a.png) }
a { background:/**/url(http://x.example/a.png) }
a { --b: #url( /* */ ); background: url(http://x.example/a.png) }
a { --b: curl(/*) } */); background: url(http://x.example/a.png) }
a { --b: url(/*); background: url(http://x.example/a.png); --c: */ }
<!--a { background: url(http://x.example/a.png) }
--> a { b: <!--url(http://x.example/a.png) }
a { b: 1.url(http://x.example/a.png) }
a { b: c\\( d; background: url(http://x.example/a.png) }
a { b: "\\"; background: url(http://x.example/a.png); c: "; background: url(//x.example) }
.a { background: -webkit-image-set("https://x.example/a.png" 1x) }
.a { background: image-set((("https://x.example/a.png")) 1x) }
.a { background: im\\61ge-set("https://x.example/a.png" 1x) }
.a { background: image-set(image("https://x.example/a.png") 1x) }
.a { background: -webkit-cross-fade(url(/a.png), url(https://x.example/a.png), 50%) }
.a { background: cross-fade("https://x.example/a.png", red) }
.a { background: image(ltr "https://x.example/a.png", red) }
.a { background: src("https://x.example/a.png") }
.a { list-style: var(--none, url(https://x.example/a.png)) }
.a { color: light-dark(url(https://x.example/a.png), red) }
.a { color: rgb(from url(https://x.example/a.png) r g b / calc(1 * url(/b))) }
.a { content: attr(title type(<string>), url(https://x.example/a.png)) }
.a { mask: --f(url(https://x.example/a.png)) }
.a { filter: url(https://x.example/a.svg#b) }
.a { cursor: url(https://x.example/a.cur), auto }
.a { shape-outside: url(https://x.example/a.png) }
.a { offset-path: url(https://x.example/a.svg#b); clip-path: url(https://x.example/a.svg#b) }
:root { --a: url(https://x.example/a.png) }
.a { background: url(javascript:x) }
.a { background: url(blob:https://x.example/a) }
};--end: url(https://x.example/a.png); {`;

test.each(lines(ATTACKS))('what is loaded from another host is refused: %s', (css) => {
  expect(reasons(css)[0]).toMatch(/nothing from other hosts|is not valid CSS/);
});

test.each(
  lines(`
.a { --b: "https://x.example/a"; background: image-set(var(--b) 1x) }
.a { background: -webkit-image-set(if(else: "https://x.example/a") 1x) }
.a { background: image-set(--from-elsewhere() 1x) }
.a { background: src(attr(title)) }
.a { background: s\\72 c(env(x)) }`),
)('an address that is not written plainly is refused: %s', (css) => {
  expect(reasons(css)).toEqual(['does not state plainly which address it loads, so the address cannot be checked']);
});

test.each([
  ['@import "a.css";', 'imports another style sheet'],
  ['@IMPORT url(/a.css);', 'imports another style sheet'],
  ['@\\69mport "a.css" layer(x);', 'imports another style sheet'],
  ['a { @import "a.css"; }', 'imports another style sheet'],
  ...['x.woff2', 'data:font/woff2;base64,AA==', 'https://x.example/x.woff2'].map((address) => [
    `@font-face { src: url("${address}") format("woff2") } a { color: red }`,
    'loads a font',
  ]),
  [
    '.a { background: url(images/a.png) }',
    'loads "images/a.png", but files in the raw-data folder are not published, except the logo',
  ],
  ['@charset "shift_jis"; a { content: "\u0141\\"; }', 'declares another encoding'],
  ['.a { content: "x\n; color: red }', 'is not valid CSS: "Unexpected token BadString'],
  ['.a { background: url(a b) }', 'is not valid CSS: "Unexpected token BadUrl'],
  ['.a { color: red } }', 'is not valid CSS'],
  ['.a } { color: red }', 'is not valid CSS'],
  ['.a { color red; }', 'is not valid CSS'],
])('a style sheet is refused: %s', (css, reason) => {
  expect(reasons(css)[0]).toContain(reason);
});

test('brackets, comments and texts without an end are found at their beginning', () => {
  const at = (css: string): unknown => faultsInTheme(css).map((fault) => [fault.at, fault.reason.split(',')[0]]);
  const unclosed = 'has a bracket or a comment that is never closed';
  expect(at('.a { color: red }\n.b { color: blue')).toEqual([[21, unclosed]]);
  expect(at('/* a */ .a {} /* .b { color: blue }')).toEqual([[14, unclosed]]);
  expect(at('/*/')).toEqual([[0, unclosed]]);
  expect(at('.a {}\r\n\f.b { c: url("x }')).toEqual([[20, expect.stringContaining('BadString')]]);
});

test('rules and brackets that are nested too deep are refused, whatever seems to close them', () => {
  for (const level of ['a{', 'a{/*}*/', 'a{b:"}";', 'a{b:url(});', '@media print{', 'a{b:(', '[', 'a{b:c(']) {
    for (const times of [400, 20_000]) {
      expect(reasons(level.repeat(times)).join(), level).toMatch(/more than 100 levels deep|never closed/);
    }
  }
  expect(reasons('a{'.repeat(101) + '}'.repeat(101))).toEqual([expect.stringContaining('more than 100 levels deep')]);
  expect(reasons('a{'.repeat(100) + '}'.repeat(100))).toEqual([]);
});

test.each(['\\\n', '{', ' ', '/* ', '-', 'url(', 'a{b:c;', '"', "'", '@a ', 'a:', '\\', 'url(x)\n', 'src("a")', '{}'])(
  'a style sheet of %j alone is read in little time',
  (text) => {
    const start = performance.now();
    faultsInTheme(text.repeat(65_536 / text.length));
    expect(performance.now() - start).toBeLessThan(2000);
  },
);
