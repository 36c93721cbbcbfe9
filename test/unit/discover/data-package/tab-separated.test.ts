import { expect, test } from 'vitest';
import { isTabSeparated } from '../../../../src/discover/data-package/locate-data.ts';

test.each([
  [{ path: 'x.tsv' }, true],
  [{ path: 'data/X.TSV' }, true],
  [{ path: ['x.tsv'] }, true],
  [{ path: 'x.csv', format: 'tsv' }, true],
  [{ path: 'x.csv', format: 'TSV' }, true],
  [{ path: 'x.txt', mediatype: 'text/tab-separated-values' }, true],
  [{ path: 'x.txt', mediatype: 'Text/Tab-Separated-Values; charset=utf-8' }, true],
  [{ path: 'x.csv' }, false],
  [{ path: 'tsv' }, false],
  [{ path: 'x.tsv.csv' }, false],
  [{ path: 'x.csv', format: 'csv', mediatype: 'text/csv' }, false],
  [{}, false],
])('whether the cells of %j are separated by tabs: %s', (resource, expected) => {
  expect(isTabSeparated(resource)).toBe(expected);
});
