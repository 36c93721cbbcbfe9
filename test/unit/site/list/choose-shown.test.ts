import { expect, test } from 'vitest';
import type { EditionChange } from '../../../../src/contract/documents.ts';
import { latest, newestChanges, pictureOf, selection } from '../../../../src/site/list/choose-shown.ts';
import type { DatasetFacts } from '../../../../src/site/shared/dataset-facts.ts';

const facts = (config: string, more: Partial<DatasetFacts> = {}): DatasetFacts =>
  ({ config, spark: null, years: 0, changed: null, ...more }) as DatasetFacts;
const names = (list: readonly DatasetFacts[]) => list.map(({ config }) => config).join('');

test('the latest are those with a month, the most recent first, of equal ones in their order', () => {
  const dates = ['2020-05', null, '2021', '2020-05-09', '2019-12-31', '2020-05'];
  const list = dates.map((changed, at) => facts('abcdef'.charAt(at), { changed }));
  expect(names(latest(list, 3))).toBe('daf');
  expect(names(latest(list, 9))).toBe('dafe');
});

test('the newest changes are one for each dataset that is published, under its present title', () => {
  const change = (config: string, id: string) => ({ config, id, name: `Earlier title of ${config}` }) as EditionChange;
  const changes = [change('gone', '5'), change('old', '4'), change('a', '3'), change('b', '2'), change('a', '1')];
  const datasets = [
    { config: 'a', name: 'A' },
    { config: 'b', name: 'B', formerly: ['older', 'old'] },
  ];
  const shown = (count: number) =>
    newestChanges({ since: null, changes }, datasets, count).map(({ config, title, change: { id } }) => [
      config,
      title,
      id,
    ]);
  expect(shown(5)).toEqual([
    ['b', 'B', '4'],
    ['a', 'A', '3'],
  ]);
  expect(shown(1)).toEqual([['b', 'B', '4']]);
});

test('a selection is spread over the list, and has pictures if enough datasets have', () => {
  const list = [...'abcdefghi'].map((config, at) => facts(config, { spark: at < 4 ? 'M0 0' : null }));
  expect(names(selection(list, 2))).toBe('bd');
  expect(names(selection(list, 5))).toBe('acegi');
  expect(names(selection(list, 99))).toBe('abcdefghi');
});

test('a line of the longest span stands for others, else bars, and the featured dataset last', () => {
  const bars = facts('b', { spark: 'M0 0h1v1h-1z', years: 99 });
  const lines = [5, 9, 7].map((years) => facts(`${years}`, { spark: 'M0 0L1 1', years }));
  expect(pictureOf([facts('x'), bars, ...lines], null)).toBe(lines[1]);
  expect(pictureOf([facts('x'), bars, ...lines], '9')).toBe(lines[2]);
  expect(pictureOf([lines[0] as DatasetFacts, bars], '5')).toBe(bars);
  expect(pictureOf([facts('x'), bars], 'b')).toBe(bars);
  expect(pictureOf([facts('x')], null)).toBeUndefined();
});
