import { describe, expect, test } from 'vitest';
import { buildApi } from '../../src/build.ts';
import { memoryOutput } from './memory-output.ts';
import { placesOf } from './problem-places.ts';
import { rawDataWith, sidecarWith } from './raw-data-folder.ts';

/** What is said of a file, but for columns that are not described. */
function problemsOf(csv: string | Uint8Array, more: Record<string, unknown> = {}): string[] {
  const rawData = rawDataWith({ 'economy/x.csv': csv, 'economy/x.meta.json': sidecarWith(more) });
  const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput());
  return placesOf(problems.filter(({ code }) => code !== 'column-undescribed')).map((place) =>
    place.replace('economy/x.csv:', ''),
  );
}

const NUMBERS = Array.from({ length: 40 }, (_, row) => `k${row},${row}`).join('\n');

describe('traces of damage are told at their first place:', () => {
  test.each([
    ['a NUL character', 'a,b\nx,1\ny\0,2\n', '3:2 nul-character'],
    ['a replacement character', 'a,b\nx,1\ny\uFFFD,2\n', '3:2 replacement-character'],
    ['a byte order mark inside', 'a,b\nx,1\n\uFEFFa,2\n', '3:1 mark-inside'],
    ['mojibake', 'a,b\nx,1\nCafÃ©,2\nZÃ¼rich,3\n', '3:4 mojibake'],
    ['mojibake of a dash', 'a,b\nx â€“ y,1\n', '2:3 mojibake'],
  ])('%s', (_, csv, place) => {
    expect(problemsOf(csv)).toEqual([place]);
  });

  test.each(['São Tomé', 'ÂGE', 'Ãrvore', 'Â', 'naïve – café', '5 €/t'])('%s is no damage', (text) => {
    expect(problemsOf(`a,b\n${text},1\n`)).toEqual([]);
  });

  test('how often is told', () => {
    const rawData = rawDataWith({ 'economy/x.csv': 'a\nÃ©Ã¨\nÃ¼\n', 'economy/x.meta.json': sidecarWith() });
    const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput());
    expect(problems.map(({ message }) => message).join()).toContain('the first of 3');
  });
});

describe('more than one table, or header:', () => {
  test('the header once more', () => {
    expect(problemsOf('a,b\n1,2\na,b\n3,4\n')).toContain('3:1 header-repeated');
  });

  test('a second header row', () => {
    expect(problemsOf('place,men,women\n,count,count\nx,1,2\ny,3,4\n')).toEqual(['2:2 header-rows']);
    expect(problemsOf('place,men,women\n,count,count\nx,1,2\ny,3,4\n', { csv: { header: 2 } })).toEqual([]);
  });

  test('texts in the first record prove nothing where other columns are numbers, or there is one alone', () => {
    expect(problemsOf('place,men,women\nx,n.k.,2\ny,3,4\n')).toEqual([]);
    expect(problemsOf('place,men\nx,n.k.\ny,3\n')).toEqual([]);
  });
});

describe('a column that is text for a few values only', () => {
  test('is told, with the first of them', () => {
    expect(problemsOf(`a,b\n${NUMBERS}\nx,*\ny,13p\n`)).toEqual(['42:3 nearly-numeric']);
  });

  test('is numbers once they are named, and no doubt once it is said to be text', () => {
    const csv = `a,b\n${NUMBERS}\nx,*\ny,13p\n`;
    const columns = (entry: object): Record<string, unknown> => ({ columns: { b: { description: 'B', ...entry } } });
    expect(problemsOf(csv, columns({ missing: ['*', '13p'] }))).toEqual([]);
    expect(problemsOf(csv, columns({ type: 'object' }))).toEqual([]);
  });

  test('is not told of texts with some numbers among them', () => {
    expect(problemsOf('a,b\nx,1\ny,one\nz,2\n')).toEqual([]);
  });
});

test('a header that looks like a record is told at its own line', () => {
  expect(problemsOf('# note\nx,7,1.5\ny,8,2.5\n', { csv: { comment: '#' } })).toEqual(['2:1 header-missing']);
  expect(problemsOf('x,2020-01-01\ny,2020-01-02\n')).toEqual(['1:1 header-missing']);
  expect(problemsOf('place,2019,2020\ny,8,2.5\n')).toEqual([]);
  expect(problemsOf('x,7\ny,8\n', { csv: { header: 1 } })).toEqual([]);
});
