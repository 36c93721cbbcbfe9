import { expect, test } from 'vitest';
import type { TextNode } from '../../../../src/model.ts';
import { textHtml } from '../../../../src/site/text/text-html.ts';
import { endOfIntroduction, firstParagraph } from '../../../../src/site/text/text-parts.ts';

const html = (...nodes: TextNode[]): string =>
  textHtml(nodes, { home: '/data/', tableLabel: (number) => `Table "${number}"` }).join('\n');

test('characters are escaped in texts and in attributes', () => {
  expect(html('<b>&"', { tag: 'h2', id: '"><script>', content: ['a'] })).toBe(
    '&lt;b&gt;&amp;&quot;\n<h2 id="&quot;&gt;&lt;script&gt;">a</h2>',
  );
});

test('a link within the catalogue begins at its home page, and others are as they are', () => {
  expect(html({ tag: 'a', path: 'pages/about/#x', content: ['a'] })).toBe('<a href="/data/pages/about/#x">a</a>');
  expect(html({ tag: 'a', path: '', content: ['a'] })).toBe('<a href="/data/">a</a>');
  expect(html({ tag: 'a', href: '#x', content: ['a'] })).toBe('<a href="#x">a</a>');
});

test('elements without content have no end, and lists their first number', () => {
  expect(html({ tag: 'p', content: ['a', { tag: 'br', content: [] }, 'b'] }, { tag: 'hr', content: [] })).toBe(
    '<p>a<br>b</p>\n<hr>',
  );
  expect(html({ tag: 'ol', start: 3, content: [{ tag: 'li', content: ['a'] }] })).toBe('<ol start="3"><li>a</li></ol>');
});

test('each table scrolls in a region of its own, which its number names', () => {
  const table: TextNode = { tag: 'table', content: [{ tag: 'th', align: 'end', content: ['a'] }] };
  expect(html(table, table)).toBe(
    [1, 2]
      .map(
        (number) =>
          `<section class="scroll" tabindex="0" aria-label="Table &quot;${number}&quot;"><table><th class="end" scope="col">a</th></table></section>`,
      )
      .join('\n'),
  );
});

test('tables are counted through all of a text, of which a page may show parts apart', () => {
  const table: TextNode = { tag: 'table', content: [] };
  const before: TextNode[] = ['a', table, { tag: 'blockquote', content: [table] }];
  const rest = textHtml([...before, table], { home: '/', tableLabel: String }).slice(before.length);
  expect(rest).toEqual([expect.stringContaining('aria-label="3"')]);
});

test('the text of the home page is divided at its first heading', () => {
  const [a, b, c]: TextNode[] = [
    { tag: 'p', content: ['a'] },
    { tag: 'h3', id: 'b', content: ['b'] },
    { tag: 'p', content: ['c'] },
  ] as const;
  const text = [a, b, c] as TextNode[];
  expect(endOfIntroduction(text)).toBe(1);
  expect(endOfIntroduction(text.slice(0, 1))).toBe(1);
  expect(endOfIntroduction([])).toBe(0);
});

test('the first paragraph is read without its elements', () => {
  const text: TextNode[] = [
    { tag: 'h2', id: 'x', content: ['x'] },
    { tag: 'p', content: ['a ', { tag: 'em', content: ['b'] }, { tag: 'br', content: [] }, 'c'] },
  ];
  expect(firstParagraph(text)).toBe('a b c');
  expect(firstParagraph([])).toBe('');
});
