import { expect, test } from 'vitest';
import { rowTable } from '../../../../src/site/shared/row-table.ts';
import type { RowsData } from '../../../../src/site/shared/rows-data.ts';
import { htmlElement } from '../../../../src/site/text/text-html.ts';
import { ENGLISH } from '../../../../src/texts/english.ts';

const data: RowsData = {
  ...{ config: 'places', prefix: '/', count: 1, isPacked: false, canAsk: false, language: 'en' },
  ...{ columns: [['page', 0, null, null]], keys: [], shown: [0] },
  texts: { ...ENGLISH.rows, copied: '', copyFailed: '' },
};

function cellOf(page: string): string {
  const shown = { rows: [{ number: 1, cells: { page } }], columns: [0], chosen: null };
  const row = rowTable(htmlElement, data, shown).body[0]?.html ?? '';
  return /<td dir="auto">(.*)<\/td>/.exec(row)?.[1] ?? row;
}

test.each(['https://example.org/a?b=c', 'HTTP://EXAMPLE.ORG', 'https://例え.jp/ü'])('%s is a link', (address) => {
  expect(cellOf(address)).toBe(`<a href="${address}" rel="nofollow noopener external">${address}</a>`);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https://[x',
  'see https://example.org',
  'https://example.org and more',
  'https://example.org/\u202egpj.exe',
  '//example.org',
  'ftp://example.org',
])('%j is no link', (text) => {
  expect(cellOf(text)).toBe(text);
});
