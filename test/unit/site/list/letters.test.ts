import { expect, test } from 'vitest';
import { groupByLetter, orderByTitle } from '../../../../src/site/list/letters.ts';

const lettersOf = (titles: readonly string[], tag: string): [string, string[]][] =>
  groupByLetter(
    titles.map((title) => ({ title })),
    tag,
  ).map(({ letter, items }) => [letter, items.map(({ title }) => title)]);

test('titles stand below the letters of their language', () => {
  const titles = ['zebra', 'Österreich', 'Oslo', 'apple'];
  expect(lettersOf(titles, 'de')).toEqual([
    ['A', ['apple']],
    ['O', ['Oslo', 'Österreich']],
    ['Z', ['zebra']],
  ]);
  expect(lettersOf(titles, 'sv').map(([letter]) => letter)).toEqual(['A', 'O', 'Z', 'Ö']);
});

test('titles that begin with digits share a heading, and numbers are ordered by their value', () => {
  expect(lettersOf(['10 towns', '9 towns', '٣ مدن', 'Towns'], 'en')).toEqual([
    ['0–9', ['٣ مدن', '9 towns', '10 towns']],
    ['T', ['Towns']],
  ]);
});

test('signs before the first letter do not count', () => {
  expect(lettersOf(['“Beta”', '(Alpha)', 'Carl'], 'en')).toEqual([
    ['A', ['(Alpha)']],
    ['B', ['“Beta”']],
    ['C', ['Carl']],
  ]);
});

test('letters of every script have headings', () => {
  const letters = lettersOf(['Жито', 'سكان', '東京', '人口', '한국', 'ßig', '𐐷eseret', '!?', '🌾'], 'en').map(
    ([letter]) => letter,
  );
  expect(letters.sort()).toEqual(['Ж', 'س', '漢字', '\u1112', 'ß', '𐐏', '…'].sort());
});

test('each heading has a name of its own in an address', () => {
  const groups = groupByLetter(
    ['Alpha', 'Äther', 'Жито', '1', '?', 'Æon', '日本'].map((title) => ({ title })),
    'sv',
  );
  const ids = groups.map(({ id }) => id);
  expect(new Set(ids).size).toBe(groups.length);
  for (const id of ids) expect(id).toMatch(/^letter-[a-z0-9-]+$/);
});

test('equal titles keep one order, whatever order they come in', () => {
  const items = [
    { title: 'a', at: 1 },
    { title: 'A', at: 2 },
  ];
  expect(orderByTitle(items, 'en')).toEqual(orderByTitle(items.toReversed(), 'en'));
});
