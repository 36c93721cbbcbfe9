import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { firstOfEachKind, type Problem, problem, reportFew, reportingFew } from '../../../src/problems/problem.ts';
import { placeInText, placesIn } from '../../../src/problems/text-position.ts';

describe('a formatted problem', () => {
  test('has no character that moves a terminal’s cursor, colours its text or changes its direction', () => {
    const hostile = 'a\u001b[31mb\u0007\u009b2J\rc\u202Ed\u2066e';
    const place = placeInText(hostile, 0);
    const text = formatProblem(problem('quote-stray', { file: hostile, place }, hostile, hostile));
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u);
  });

  test('is short enough to read, however long the names in a file are', () => {
    const long = '🌾'.repeat(100_000);
    const { message, help } = problem('column-unknown', { file: 'x' }, long, long);
    expect(message.length).toBeLessThan(1000);
    expect(help.length).toBeLessThan(5000);
    expect(message.isWellFormed() && help.isWellFormed()).toBe(true);
  });
});

describe('positions in a text', () => {
  test('are the lines and columns that editors count, in whatever order they are requested', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '🌾') });
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 20 })), fc.integer({ min: 1, max: 9 }), (whole, offsets, firstLine) => {
        const placeAt = placesIn(whole, firstLine);
        for (const offset of offsets.map((it) => Math.min(it, whole.length))) {
          const lines = linesBefore(whole, offset);
          const { line, column } = placeAt(offset);
          expect([line, column]).toEqual([firstLine + lines.length - 1, (lines.at(-1)?.length ?? 0) + 1]);
        }
      }),
    );
  });

  /** Lines of a text up to an offset. An offset inside a CRLF is at the end of its line. */
  function linesBefore(text: string, offset: number): string[] {
    const isInside = text[offset - 1] === '\r' && text[offset] === '\n';
    const lines = text.slice(0, isInside ? offset - 1 : offset).split(/\r\n|\n|\r/);
    return isInside ? [...lines.slice(0, -1), `${lines.at(-1)}\r`] : lines;
  }
});

test('of many things wrong in the same way, the first ten are reported, and then the number of the others', () => {
  const reported: Problem[] = [];
  const problemOf = (name: string): Problem =>
    problem('column-unknown', { file: 'x', place: { line: 1, column: 1, excerpt: 'x' } }, `no ${name}`, 'Help.');
  reportFew([...'abcdefghijklm'], (it) => reported.push(it), problemOf);
  expect(reported.slice(0, 10)).toEqual([...'abcdefghij'].map(problemOf));
  expect(reported.slice(10)).toMatchObject([{ line: null, excerpt: null, message: '3 more of the same kind' }]);
});

test('of a step that reports many problems of a kind, the first ten are passed on, and then the number of the others', () => {
  const reported: string[] = [];
  const result = reportingFew(
    (it) => reported.push(`${it.file} ${it.code} ${it.message}`),
    (few) => {
      for (let at = 0; at < 25; at += 1) few(problem('key-unknown', { file: 'a' }, String(at), ''));
      few(problem('key-unknown', { file: 'b' }, 'alone', ''));
      few(problem('value-invalid', { file: 'a' }, 'other', ''));
      return 'done';
    },
  );
  const first = Array.from({ length: 10 }, (_, at) => `a key-unknown ${at}`);
  expect([result, reported]).toEqual([
    'done',
    [...first, 'b key-unknown alone', 'a value-invalid other', 'a key-unknown 15 more of the same kind'],
  ]);
});

test('of many errors of a kind in a file, twenty are printed, of hints three, and then how many more there are', () => {
  const problems = Array.from({ length: 1000 }, (_, at) => [
    problem('row-too-long', { file: 'a' }, String(at), ''),
    ...(at < 20 ? [problem('row-too-long', { file: 'b' }, String(at), '')] : []),
    problem('number-format', { file: 'c', place: { line: at, column: 7, excerpt: '' } }, '', ''),
  ]).flat();
  const printed = firstOfEachKind(problems);
  expect(printed.filter(({ file }) => file === 'b')).toEqual(problems.filter(({ file }) => file === 'b'));
  expect(printed.filter(({ file }) => file === 'c').at(-1)?.message).toBe(
    '997 more of the same kind, at 3:7, 4:7, 5:7, 6:7, 7:7, 8:7, 9:7, 10:7, 11:7, 12:7, …',
  );
  expect(printed).toHaveLength(45);
  expect(printed.findLast(({ file }) => file === 'a')).toMatchObject({
    file: 'a',
    message: '980 more of the same kind',
    help: 'Fix them in the same way.',
  });
  // Of 25 hints, ten are reported and the rest counted; of those eleven, three are printed.
  const few: Problem[] = [];
  reportFew(
    Array.from({ length: 25 }, String),
    (it) => few.push(it),
    () => problem('rows-repeated', { file: 'd' }, '', ''),
  );
  expect(firstOfEachKind(few).at(-1)?.message).toBe('22 more of the same kind');
});
