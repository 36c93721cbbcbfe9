import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { memorySource } from '../../support/memory-source.ts';
import { runs } from '../../support/runs.ts';
import { damaged, undeclaredTables, writtenTables } from './random-dialects.ts';

/*
 * A second parser, csv-parse, which shares no code with ours, reads the same texts. Of damaged texts, ours may refuse more than
 * csv-parse, but what it reads, csv-parse must read in the same way. One difference is intended. If quotes are escaped by another
 * character, and this escape precedes neither a quote nor itself, ours keeps it (`"C:\data"`) and csv-parse drops it (`C:data`).
 */

/** The result of reading a text: its records, or the reason for refusing it. */
type Reading = { columns: readonly string[]; rows: (readonly string[])[] } | { refused: string };

const RUNS = runs(2000);

function readOurs(text: string, format: FileFormat): Reading {
  const problems: Problem[] = [];
  try {
    const file = parseCsv(memorySource(text), 'x.csv', format, (it) => problems.push(it));
    const rows = [...(file?.blocks ?? [])].flatMap(({ records }) => [...records]);
    const error = problems.find(({ severity }) => severity === 'error');
    return error ? { refused: error.code } : { columns: file?.columns ?? [], rows };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { refused: error.problem.code };
  }
}

/** Line endings for csv-parse: one, or several that end records alike. If it is null, csv-parse detects one. */
type Newlines = string | string[] | null;

function readTheirs(text: string, format: FileFormat, newline: Newlines): Reading {
  try {
    const { columns, rows } = tableOf(recordsOf(withoutFirstLines(text, format.skipRows), format, newline), format);
    return rows.every((row) => row.length === columns.length) ? { columns, rows } : { refused: 'width' };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { refused: error.code };
  }
}

/** A text without the lines above its table: csv-parse would interpret quotes in them. */
function withoutFirstLines(text: string, count: number): string {
  return count === 0 ? text : text.replace(new RegExp(`^\uFEFF?(?:[^\r\n]*(?:\r\n|\n|\r)){${count}}`), '');
}

function recordsOf(text: string, format: FileFormat, newline: Newlines): string[][] {
  const { delimiter, quote, escape: mark, comment, skipRows, footerRows, header, ragged } = format;
  const footers = footerRows ?? 0;
  const read = (skipsBlankLines: boolean): string[][] =>
    parse(text, {
      delimiter: delimiter ?? ',',
      quote: quote === '' ? null : quote,
      escape: quote === '' ? null : mark,
      ...(comment === null ? {} : { comment, comment_no_infix: true }),
      ...(newline === null ? {} : { record_delimiter: newline }),
      bom: skipRows === 0,
      relax_quotes: false,
      // csv-parse has no option for footers, which may be of any width, or for rows without their last cells.
      relax_column_count: footers > 0 || ragged === 'pad',
      skip_empty_lines: skipsBlankLines,
    }) as string[][];
  // An empty line is a record if there is one column.
  const records = read(true);
  const width = Array.isArray(header) ? header.length : records[0]?.length;
  return width === 1 ? read(false) : records;
}

function tableOf(
  records: string[][],
  { header, footerRows, ragged }: FileFormat,
): { columns: string[]; rows: string[][] } {
  const [names = [], ...rest] = Array.isArray(header) ? [[...header], ...records] : records;
  // Ours names a first column that has no name.
  const columns = names.length > 1 && names[0]?.trim() === '' ? ['index', ...names.slice(1)] : names;
  const rows = footerRows ? rest.slice(0, -footerRows) : rest;
  const filling = (row: string[]): string[] => Array(Math.max(0, columns.length - row.length)).fill('');
  return { columns, rows: ragged === 'pad' ? rows.map((row) => [...row, ...filling(row)]) : rows };
}

function withoutEscapes(reading: Reading, { quote, escape: mark }: FileFormat): Reading {
  if ('refused' in reading || mark === quote) return reading;
  const bare = (row: readonly string[]): string[] => row.map((cell) => cell.replaceAll(mark, ''));
  return { columns: bare(reading.columns), rows: reading.rows.map(bare) };
}

describe('random tables, written in random dialects,', () => {
  test('are read as they are, by both', () => {
    fc.assert(
      fc.property(writtenTables, ({ text, format, newline, columns, rows }) => {
        expect(readOurs(text, format)).toEqual({ columns, rows });
        expect(readTheirs(text, format, newline)).toEqual({ columns, rows });
      }),
      { numRuns: RUNS },
    );
  });

  test('and damaged, are refused, or read as csv-parse reads them', () => {
    const texts = writtenTables.chain((table) => damaged(table).map((text) => ({ text, format: table.format })));
    let read = 0;
    fc.assert(
      fc.property(texts, ({ text, format }) => {
        const ours = readOurs(text, format);
        if ('refused' in ours) return;
        read += 1;
        // Ours reads LF and CRLF alike, but no other two line endings.
        const theirs = [null, ['\r\n', '\n']].map((newline) => readTheirs(text, format, newline));
        expect(theirs.map((it) => withoutEscapes(it, format))).toContainEqual(withoutEscapes(ours, format));
      }),
      { numRuns: RUNS },
    );
    // Most damage is noticed. The rest only adds or removes letters.
    expect(read / RUNS).toBeGreaterThan(0.2);
    expect(read / RUNS).toBeLessThan(0.6);
  });

  test('and without a declared delimiter, are read as they are, or refused', () => {
    const refused: string[] = [];
    fc.assert(
      fc.property(undeclaredTables, ({ text, format, columns, rows }) => {
        const ours = readOurs(text, format);
        if ('refused' in ours) refused.push(ours.refused);
        else expect(ours).toEqual({ columns, rows });
      }),
      { numRuns: RUNS },
    );
    expect(new Set(refused)).toEqual(new Set(['delimiter-doubtful']));
    expect(refused.length / RUNS).toBeLessThan(0.5);
  });
});
