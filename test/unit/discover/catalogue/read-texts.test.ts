import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts } from '../../../../src/discover/catalogue/read-texts.ts';
import type { CatalogueTexts, TextNode } from '../../../../src/model.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { type Files, folderWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';

interface Read {
  texts: CatalogueTexts | null;
  problems: Problem[];
}

function readFolder(folder: string, configs: readonly string[] | null = ['wages']): Read {
  const problems: Problem[] = [];
  const categories = [{ name: 'economy', title: 'Economy', description: '' }];
  return { texts: readTexts(folder, { categories }, configs, (it) => problems.push(it)), problems };
}

function read(files: Files, configs?: readonly string[] | null): Read {
  return readFolder(folderWith(files), configs);
}

/** The problems of the text of a home page, as `code line:column`. */
function faults(home: string): string[] {
  return read({ 'home.md': home }).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

function home(markdown: string): readonly TextNode[] {
  const { texts, problems } = read({ 'home.md': markdown });
  expect(problems).toEqual([]);
  return texts?.home ?? [];
}

test('a folder without texts has none, and is sound', () => {
  expect(read({})).toEqual({ texts: { home: null, pages: [] }, problems: [] });
});

test('pages are in the order of the numbers before their names, which are not in their addresses', () => {
  const files = ['about', '10-history', '2-methods', 'contact', '03_more', '9.x'];
  const { texts } = read(Object.fromEntries(files.map((name) => [`pages/${name}.md`, '# T\n'])));
  expect(texts?.pages.map(({ name }) => name)).toEqual(['methods', 'more', 'x', 'history', 'about', 'contact']);
});

test('data, sidecars and hidden files beside pages are not pages', () => {
  const { texts } = read({ ...withSidecar('pages/a', 'x\n', '{}'), 'pages/.x.md': 'x' });
  expect(texts).toEqual({ home: null, pages: [] });
});

test('the places of problems count characters as editors do, after emoji and after a byte order mark', () => {
  expect(faults('\u{FEFF}Grüße 😀 <b>x</b>\n')).toEqual(['page-invalid 1:10']);
});

describe('a text cannot bring in', () => {
  test.each([
    ['an element', '<p onclick="x()">a</p>'],
    ['an element within a line', 'a <img src=x onerror=x()> b'],
    ['a script after a comment', '<!-- --><script>x()</script><!-- -->'],
    ['a script within what looks like a comment', '<!-- a --> <script>x()</script> <!-- b -->'],
    ['the address of a script', '[a](javascript:x)'],
    ['such an address in capital letters and entities', '[a](JAVA&#83;CRIPT:x)'],
    ['such an address with a tab', '[a](<java\tscript:x>)'],
    ['such an address in angle brackets', '<javascript:x>'],
    ['such an address by reference', '[a][b]\n\n[b]: javascript:x'],
    ['a whole page as an address', '[a](data:text/html,x)'],
    ['another host without a scheme', '[a](//x.example/)'],
    ['another host after backslashes', '[a](<\\\\\\\\x.example/>)'],
    ['an address that browsers cannot read', '[a](https://[x)'],
    ['an image', '![a](https://x.example/a.png)'],
    ['an image by reference', '![a][b]\n\n[b]: a.png'],
    ['a footnote', 'a[^1]\n\n[^1]: b'],
    ['a heading of the level of the page', '# a'],
  ])('%s', (_, markdown) => {
    const { texts, problems } = read({ 'home.md': `${markdown}\n` });
    expect(texts).toBeNull();
    expect(problems.map(({ code }) => code)).toContain('page-invalid');
  });
});

test('HTML in code and escaped HTML is text', () => {
  expect(home('`<b>` \\<b> &lt;b>\n')).toEqual([
    { tag: 'p', content: [{ tag: 'code', content: ['<b>'] }, ' <b> <b>'] },
  ]);
});

test('elements that lie too deep within each other are refused, whatever their number', () => {
  for (const markdown of ['>'.repeat(500), `${'- '.repeat(500)}x`, `${'['.repeat(50)}x${'](/)'.repeat(50)}`]) {
    const { problems } = read({ 'home.md': `${markdown} x\n` });
    expect(problems.every(({ code }) => code === 'page-invalid')).toBe(true);
  }
  expect(faults(`${'>'.repeat(500)} x\n`)).toEqual(['page-invalid 1:26']);
});

test('no level of heading is left out, and headings with the same text have different addresses', () => {
  const levels = home('## A\n#### A\n###### A!\n## ÄB c_d\n').map((it) => it as { tag: string; id: string });
  expect(levels.map(({ tag, id }) => `${tag} ${id}`)).toEqual(['h2 a', 'h3 a-1', 'h4 a-2', 'h2 äb-c_d']);
});

test('thousands of equal headings and of broken links take no longer than as many different ones', () => {
  const started = performance.now();
  expect(home('## a\n'.repeat(8_000)).at(-1)).toMatchObject({ id: 'a-7999' });
  const { problems } = read({ 'home.md': `${'## ab\n'.repeat(3_000)}${'[x](#ac-1) '.repeat(3_000)}` });
  expect(problems.at(-1)?.message).toBe('2990 more of the same kind');
  // Each with each would take minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('headings do not take the names that the pages use themselves', () => {
  expect(home('## Content\n## Search\n')).toMatchObject([{ id: 'content-1' }, { id: 'search-1' }]);
});

describe('a link leads to', () => {
  test.each([
    ['another site', 'https://x.example/a?b#c', { href: 'https://x.example/a?b#c' }],
    ['a mail address', 'mailto:a@x.example', { href: 'mailto:a@x.example' }],
    ['a dataset', '/datasets/wages/', { path: 'datasets/wages/' }],
    ['a column of a dataset', '/datasets/wages/#rent', { path: 'datasets/wages/#rent' }],
    ['a category', '/categories/economy/', { path: 'categories/economy/' }],
    ['the API', '/v1/datasets?limit=1', { path: 'v1/datasets?limit=1' }],
    ['another text', 'pages/1-about.md', { path: 'pages/about/' }],
    ['a heading of another text', './pages/1-about.md#who', { path: 'pages/about/#who' }],
    ['the home page', 'home.md', { path: '' }],
    ['a heading of its own text', '#here', { href: '#here' }],
  ])('%s', (_, address, target) => {
    const { texts, problems } = read({
      'home.md': `[a](${address})\n\n## Here\n`,
      'pages/1-about.md': '# About\n\n## Who\n\n[back](../home.md)\n',
    });
    expect(problems).toEqual([]);
    expect(texts?.home?.[0]).toEqual({ tag: 'p', content: [{ tag: 'a', content: ['a'], ...target }] });
  });
});

describe('a link is broken that leads to', () => {
  test.each([
    ['no text', 'pages/abuot.md', 'did you mean "pages/about.md"?'],
    ['no heading', 'pages/about.md#how', 'pages/about.md has no heading'],
    ['no heading of its own', '#how', 'home.md has no heading'],
    ['no dataset', '/datasets/wage/', 'did you mean "wages"?'],
    ['no category', '/categories/ecnomy', 'did you mean "economy"?'],
    ['no page', '/pages/abut/', 'did you mean "about"?'],
    ['a data file', 'economy/wages.csv', 'data files are published as datasets'],
    ['another file of the raw data', 'images/a.png', 'not published'],
    ['a site without its scheme', 'x.example', 'not published'],
    ['nothing', '', 'no address'],
    ['what a browser would take for another site', '/.//x.example/', 'has an empty path segment'],
  ])('%s', (_, address, reason) => {
    const { problems } = read({ 'home.md': `[a](${address})\n`, 'pages/about.md': '# About\n' });
    expect(problems).toMatchObject([{ code: 'link-broken', line: 1, column: 1 }]);
    expect(problems[0]?.message).toContain(reason);
  });
});

test('links to datasets are not checked if not all datasets are known', () => {
  expect(read({ 'home.md': '[a](/datasets/other/)' }, null).problems).toEqual([]);
});

describe('a file is refused that', () => {
  test('is larger than 64 KB', () => {
    expect(read({ 'home.md': 'a'.repeat(65_536) }).problems).toEqual([]);
    expect(read({ 'home.md': 'a'.repeat(65_537) }).problems[0]?.message).toContain('more than the maximum of 64 KB');
  });

  test('is not UTF-8', () => {
    const folder = folderWith({});
    writeFileSync(join(folder, 'home.md'), Buffer.from('Zürich', 'latin1'));
    expect(readFolder(folder).problems).toMatchObject([{ file: 'home.md', message: 'is not text in UTF-8' }]);
  });

  test('is a link out of the raw data', () => {
    const folder = folderWith({});
    symlinkSync(join(folderWith({ 'x.md': 'secret' }), 'x.md'), join(folder, 'home.md'));
    expect(readFolder(folder).problems[0]?.message).toBe('is a link to a file outside the raw-data folder');
  });

  test.each(['About.md', 'a b.md', 'a.markdown', 'a.html', 'x.txt', 'a.b.md'])('is named pages/%s', (name) => {
    expect(read({ [`pages/${name}`]: '# T\n' }).problems).toMatchObject([
      { code: 'page-invalid', file: `pages/${name}` },
    ]);
  });

  test.each(['Home.md', 'Pages/about.md'])('is named %s, which only some systems find', (path) => {
    const { problems } = read({ [path]: '# T\n' });
    const [file = ''] = path.split('/');
    expect(problems).toMatchObject([{ code: 'name-invalid', file, help: `Rename it to ${file.toLowerCase()}.` }]);
  });

  test('is one of more than 30 pages', () => {
    const pages = Array.from({ length: 31 }, (_, at) => [`pages/p${at}.md`, '# T\n']);
    expect(read(Object.fromEntries(pages)).problems).toMatchObject([{ file: 'pages', code: 'page-invalid' }]);
    expect(read(Object.fromEntries(pages.slice(1))).problems).toEqual([]);
  });
});
