import { describe, expect, test } from 'vitest';
import { formatCount, formatFinding, formatProblem, problemToJson } from '../../../src/problems/format-problem.ts';
import {
  collecting,
  inOrder,
  type Problem,
  ProblemError,
  problem,
  reportingErrors,
} from '../../../src/problems/problem.ts';
import { fix, headerPatch, keyText, laterPatch, mergePatches, patchText } from '../../../src/problems/sidecar-patch.ts';
import { forTerminal, placeInText } from '../../../src/problems/text-position.ts';

const PLACE = { line: 3, column: 2, excerpt: 'x,y' };

describe('a problem', () => {
  test('has a severity, a place, and nothing else unless it is given', () => {
    expect(problem('row-too-long', { file: 'x.csv', place: PLACE }, 'Long.', 'Cut.')).toEqual({
      ...{ severity: 'error', code: 'row-too-long', file: 'x.csv', line: 3, column: 2, message: 'Long.', help: 'Cut.' },
      ...{ excerpt: 'x,y', candidates: [], fixes: [] },
    });
    const candidates = [fix({ csv: { trim: true } })];
    expect(problem('blank-lines', { file: null }, 'Blank.', '', candidates)).toEqual({
      ...{ severity: 'hint', code: 'blank-lines', file: null, line: null, column: null, message: 'Blank.', help: '' },
      ...{ excerpt: null, candidates, fixes: [] },
    });
  });

  test.each([
    [
      problem('row-too-long', { file: 'x.csv', place: PLACE }, 'Long.', 'Cut.'),
      'x.csv:3:2  row-too-long  Long.\n    | x,y\n    Cut.',
    ],
    [problem('blank-lines', { file: 'x.csv' }, 'Blank.', 'Help.'), 'x.csv  hint blank-lines  Blank.\n    Help.'],
    [
      problem('setting-invalid', { file: null }, 'Wrong.', 'Help.\nMore.'),
      'setting-invalid  Wrong.\n    Help.\n    More.',
    ],
    [problem('setting-invalid', { file: 'a\tb' }, 'c\td', 'e\tf'), 'a b  setting-invalid  c d\n    e f'],
  ])('is printed with its place, and says if it is a hint', (it, text) => {
    expect(formatProblem(it)).toBe(text);
  });

  test('is printed with its fixes, and what else they settle', () => {
    const also = [
      problem('blank-lines', { file: 'x', place: PLACE }, '', ''),
      problem('records-none', { file: 'x' }, '', ''),
    ];
    const fixes = [
      { ...fix({ csv: { trim: true } }), also: [], next: [], sidecar: {} },
      { ...fix({ csv: { quote: "'" } }, 'If it is'), also, next: [], sidecar: {} },
      { ...fix({ csv: { delimiter: ';' } }, 'If not'), also: [], next: also, sidecar: {} },
    ];
    const it = { ...problem('row-too-long', { file: 'x.csv', place: PLACE }, 'Long.', 'Cut.'), fixes };
    expect(formatProblem(it).split('\n')).toEqual([
      'x.csv:3:2  row-too-long  Long.',
      '    | x,y',
      '    Cut.',
      '    Or add to the sidecar:',
      '      "csv": { "trim": true }',
      '    If it is, add to the sidecar (this also fixes: blank-lines on line 3, records-none):',
      '      "csv": { "quote": "\'" }',
      '    If not, add to the sidecar (problems that remain: blank-lines on line 3, records-none):',
      '      "csv": { "delimiter": ";" }',
    ]);
    expect(formatFinding(it).split('\n')).toEqual(['x.csv:3:2  row-too-long  Long.', '    | x,y']);
    expect(problemToJson(it)).toEqual({
      severity: 'error',
      code: 'row-too-long',
      file: 'x.csv',
      line: 3,
      column: 2,
      message: 'Long.',
      help: 'Cut.\nOr add to the sidecar:\n  "csv": { "trim": true }\nIf it is, add to the sidecar (this also fixes: blank-lines on line 3, records-none):\n  "csv": { "quote": "\'" }\nIf not, add to the sidecar (problems that remain: blank-lines on line 3, records-none):\n  "csv": { "delimiter": ";" }',
    });
  });
});

test.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
  [999, '999 files'],
  [1000, '1,000 files'],
  [1234567, '1,234,567 files'],
])('%d with its noun is %s', (count, text) => {
  expect(formatCount(count, 'file')).toBe(text);
});

describe('problems', () => {
  const at = (file: string, line: number | null, column = 1): Problem =>
    problem('row-too-long', { file, place: line === null ? null : { line, column, excerpt: '' } }, '', '');

  test('are grouped by file, and sorted by place, those of a whole file last', () => {
    const found = inOrder([
      at('b', null),
      at('b', 2, 5),
      at('a', 3),
      at('b', 2, 4),
      at('a', null),
      at('b', 1, 9),
      at('a', 1),
    ]);
    expect(found.map(({ file, line, column }) => `${file} ${line} ${column}`)).toEqual([
      ...['b 1 9', 'b 2 4', 'b 2 5', 'b null null', 'a 1 1', 'a 3 1', 'a null null'],
    ]);
  });

  test('end a step, or are passed on and collected', () => {
    const reported: Problem[] = [];
    const list: Problem[] = [];
    const report = collecting(list, (it) => reported.push(it));
    const it = problem('file-empty', { file: 'x' }, 'Empty.', '');
    const error = new ProblemError(it);
    expect([error.name, error.message, error.problem]).toEqual(['ProblemError', 'Empty.', it]);
    expect(reportingErrors(report, () => 5)).toBe(5);
    expect(
      reportingErrors(report, () => {
        throw error;
      }),
    ).toBeNull();
    expect([reported, list]).toEqual([[it], [it]]);
    expect(() =>
      reportingErrors(report, () => {
        throw new RangeError('other');
      }),
    ).toThrow('other');
  });
});

describe('patches of a sidecar', () => {
  test('are merged unless they contradict each other', () => {
    expect(mergePatches([])).toEqual({});
    expect(mergePatches([{ csv: { trim: true } }, { csv: { trim: true, quote: "'" } }])).toEqual({
      csv: { trim: true, quote: "'" },
    });
    expect(mergePatches([{ csv: { trim: true } }, { csv: { trim: false } }])).toBeNull();
    expect(mergePatches([{ csv: { header: ['a'] } }, { csv: { header: ['a'] } }])).toEqual({ csv: { header: ['a'] } });
    const columns = { a: { type: 'string' }, b: { type: 'number' } };
    expect(mergePatches([{ columns }, { columns: { a: { unit: 'm' } } }, { csv: { trim: true } }])).toEqual({
      csv: { trim: true },
      columns: { a: { type: 'string', unit: 'm' }, b: { type: 'number' } },
    });
    expect(mergePatches([{ columns }, { columns: { a: { type: 'number' } } }])).toBeNull();
    expect(mergePatches([{ csv: { toString: 1 } }, { csv: { trim: true } }])).toEqual({
      csv: { toString: 1, trim: true },
    });
    expect(mergePatches([{ csv: { trim: true } }, { csv: { toString: 1 } }])).toEqual({
      csv: { toString: 1, trim: true },
    });
  });

  test('that come later hold', () => {
    expect(laterPatch({ csv: { trim: true, quote: "'" } }, { csv: { trim: false } })).toEqual({
      csv: { trim: false, quote: "'" },
    });
    expect(laterPatch({}, { csv: { trim: false } })).toEqual({ csv: { trim: false } });
    expect(laterPatch({ csv: { trim: false } }, {})).toEqual({ csv: { trim: false } });
    expect(laterPatch({}, {})).toEqual({});
    const columns = { a: { type: 'string', unit: 'm' }, b: { type: 'number' } };
    expect(laterPatch({ columns }, { columns: { a: { type: 'number' }, c: { unit: 's' } } })).toEqual({
      columns: { a: { type: 'number', unit: 'm' }, b: { type: 'number' }, c: { unit: 's' } },
    });
  });

  test('are written on one line', () => {
    expect(patchText({ csv: { trim: true, header: ['a', 'b'] }, columns: { a: {}, 'b"': { missing: [] } } })).toBe(
      '"csv": { "trim": true, "header": ["a", "b"] }, "columns": { "a": {}, "b\\"": { "missing": [] } }',
    );
    expect(patchText({ csv: { rename: [{ column: 1, from: null, to: 'a' }] } })).toBe(
      '"csv": { "rename": [{ "column": 1, "from": null, "to": "a" }] }',
    );
    expect(patchText(headerPatch(2))).toBe('"csv": { "header": ["column 1", "column 2"] }');
    expect(keyText('rain', { missing: ['-', null, 5] })).toBe('"rain": { "missing": ["-", null, 5] }');
    expect(keyText('a\u00A0b', '\u200B\u0001')).toBe('"a\\u00a0b": "\\u200b\\u0001"');
    expect(keyText('\u{E0001}', '\u2028\u2029\u3000 x')).toBe('"\\udb40\\udc01": "\\u2028\\u2029\\u3000 x"');
  });
});

describe('the excerpt of a line', () => {
  const line = 'abcdefghij'.repeat(30);
  const excerpt = (text: string, offset: number): string => placeInText(text, offset).excerpt;

  test('has a hundred characters around its place', () => {
    expect(excerpt(line, 0)).toBe(`${line.slice(0, 100)}…`);
    expect(excerpt(line, 150)).toBe(`…${line.slice(100, 200)}…`);
    expect(excerpt(line, 250)).toBe(`…${line.slice(200)}`);
  });

  test('ends where the line ends', () => {
    expect(excerpt('ab\ncd\r\nef\rgh', 0)).toBe('ab');
    expect(excerpt('ab\ncd\r\nef\rgh', 4)).toBe('cd');
    expect(excerpt('ab\ncd\r\nef\rgh', 8)).toBe('ef');
    expect(excerpt('ab\ncd\r\nef\rgh', 11)).toBe('gh');
    expect(excerpt(`\n${line}\n`, 1)).toBe(`${line.slice(0, 100)}…`);
    expect(excerpt(`${line.slice(0, 99)}\n${line}`, 0)).toBe(line.slice(0, 99));
    expect(excerpt('\n', 0)).toBe('');
  });

  test('has no character that a terminal obeys', () => {
    expect(forTerminal('a\tb\u0000c\u001Bd\u007Fe\u009Bf\u2028g\u2029h\u202Ei\u2066j é')).toBe(
      'a b\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\uFFFDh\uFFFDi\uFFFDj é',
    );
    expect(excerpt('a\tb\u0000', 0)).toBe('a b\uFFFD');
  });
});
