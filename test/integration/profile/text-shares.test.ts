import { expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/*
 * Whether most texts of a column look wrong is a share of all its texts, those included that were seen before and are not inspected again.
 */

/** The codes of the problems of a column in which each third text is made by a function, and the others recur. */
function codesFor(oddText: (row: number) => string, of: number): string[] {
  const rows = Array.from(
    { length: 3000 },
    (_, row) => `${row},${row % of === 0 ? oddText(row) : `word ${row % 20}`}\n`,
  );
  const rawData = rawDataWith({
    ...withSidecar('economy/x', `n,t\n${rows.join('')}`, {
      columns: { n: { description: 'N' }, t: { description: 'T' } },
    }),
  });
  return checkData(rawData, []).files.flatMap(({ problems }) => problems.map(({ code }) => code));
}

test.each([
  ['have blanks around them', (row: number) => ` odd ${row} `, 'cells-padded'],
  ['are in quotes', (row: number) => `\u201codd ${row}\u201d`, 'quote-doubtful'],
])('texts that %s are doubted if they are most texts, and not if they are a third', (_, oddText, code) => {
  expect(codesFor(oddText, 1)).toEqual([code]);
  expect(codesFor(oddText, 3)).toEqual([]);
});
