import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from '../../../../src/parse/parse-csv.ts';
import { memorySource } from '../../../support/memory-source.ts';
import { runs } from '../../../support/runs.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

const cell = fc.oneof(
  fc.constantFrom('', 'a', 'a b', ',', ';', '"', '""', 'a"b', '\n', 'x\ny', '# a', "'", ' a', 'a ', '\\', '🌾'),
  fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\t', '#'), maxLength: 5 }),
);
const blanks = fc.constantFrom('', '', ' ', '  ');
/** A cell, the blanks before and after it, and whether it has quotes that it does not need. */
const writtenCell = fc.tuple(cell, blanks, blanks, fc.boolean());

test('blanks around cells and their quotes are removed, however a table is written', () => {
  const rows = fc.array(fc.array(writtenCell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
  const dialects = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t'),
    escape: fc.constantFrom('"', '\\'),
    comment: fc.constantFrom(null, '#'),
    newline: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(rows, dialects, (table, { delimiter, newline, ...marks }) => {
      const lines = table.map((row) =>
        row.map(([text, before, after, isQuoted], at) => {
          // A line that begins like a comment is a comment.
          const isPlain =
            !isQuoted && !/["\n\r\\]/.test(text) && !text.includes(delimiter) && (at > 0 || text.trim() !== '');
          const isComment = at === 0 && marks.comment !== null && text.trimStart().startsWith(marks.comment);
          return isPlain && !isComment ? before + text + after : before + quoted(text, marks.escape) + after;
        }),
      );
      const csv =
        ['a', 'b', 'c'].join(delimiter) + newline + lines.map((line) => line.join(delimiter) + newline).join('');
      const expected = table.map((row) => row.map(([text]) => text.replace(/^[ \t]+|[ \t]+$/g, '')));
      expect(read(csv, { delimiter, ...marks })).toEqual(expected);
    }),
    { numRuns: runs(500) },
  );
});

function quoted(text: string, mark: string): string {
  const escaped = mark === '\\' ? text.replaceAll('\\', '\\\\') : text;
  return `"${escaped.replaceAll('"', `${mark}"`)}"`;
}

function read(csv: string, marks: { delimiter: string; escape: string; comment: string | null }): string[][] {
  const format = { ...PLAIN_FORMAT, ...marks, trim: true, emptyRows: 'keep', footerRows: 0 } as const;
  const file = parseCsv(memorySource(csv), 'x.csv', format, () => {});
  return [...(file?.blocks ?? [])].flatMap(({ records }) => records.map((record) => [...record]));
}
