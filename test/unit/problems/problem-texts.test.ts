import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatCount, formatFinding, formatProblem, problemToJson } from '../../../src/problems/format-problem.ts';
import {
  collecting,
  firstOfEachKind,
  inOrder,
  type Problem,
  type ProblemCode,
  ProblemError,
  problem,
  reportFew,
  reportingErrors,
  reportingFew,
} from '../../../src/problems/problem.ts';
import {
  fix,
  headerPatch,
  keyText,
  laterPatch,
  mergePatches,
  patchText,
  renamePatch,
} from '../../../src/problems/sidecar-patch.ts';
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

  test('has a severity, whichever source reports it', () => {
    const sources = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    const codes = sources.flatMap((text) => [...text.matchAll(/\b(?:problem|refuse)\(\s*'([a-z]+(?:-[a-z]+)+)'/g)]);
    expect(codes.length).toBeGreaterThan(50);
    for (const [, code] of codes) {
      const { severity } = problem(code as ProblemCode, { file: 'x' }, '', '');
      expect([code, ['error', 'hint'].includes(severity)]).toEqual([code, true]);
    }
  });

  test('has a message of 600 characters at most, and a help text of 3000', () => {
    const of = (message: number, help: number): number[] => {
      const it = problem('json-syntax', { file: 'x' }, 'm'.repeat(message), 'h'.repeat(help));
      return [it.message.length, it.help.length];
    };
    expect([of(600, 3000), of(601, 3001), of(2000, 5000)]).toEqual([
      [600, 3000],
      [601, 3001],
      [601, 3001],
    ]);
    expect(problem('json-syntax', { file: 'x' }, 'm'.repeat(602), '').message.endsWith('m…')).toBe(true);
    expect(problem('json-syntax', { file: 'x' }, `${'m'.repeat(599)}🌾x`, '').message.endsWith('m\uFFFD…')).toBe(true);
  });

  test('is printed with its place, and says if it is a hint', () => {
    const at = { file: 'x.csv', place: PLACE };
    const print = (it: Problem): string[] => formatProblem(it).split('\n');
    expect(print(problem('row-too-long', at, 'Long.', 'Cut.'))).toEqual([
      'x.csv:3:2  row-too-long  Long.',
      '    | x,y',
      '    Cut.',
    ]);
    expect(print(problem('blank-lines', { file: 'x.csv' }, 'Blank.', 'Help.'))).toEqual([
      'x.csv  hint blank-lines  Blank.',
      '    Help.',
    ]);
    expect(print(problem('setting-invalid', { file: null }, 'Wrong.', 'Help.\nMore.'))).toEqual([
      'setting-invalid  Wrong.',
      '    Help.',
      '    More.',
    ]);
    expect(
      print({ ...problem('setting-invalid', at, 'Wrong.', 'Help.'), excerpt: '', line: null, column: null }),
    ).toEqual(['x.csv  setting-invalid  Wrong.', '    Help.']);
    expect(print(problem('setting-invalid', { file: 'a\tb' }, 'c\td', 'e\tf'))).toEqual([
      'a b  setting-invalid  c d',
      '    e f',
    ]);
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
      '    If it is, add to the sidecar (this also settles what is found next: blank-lines in line 3, records-none):',
      '      "csv": { "quote": "\'" }',
      '    If not, add to the sidecar (then there is still blank-lines in line 3, records-none):',
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
      help: 'Cut.\nOr add to the sidecar:\n  "csv": { "trim": true }\nIf it is, add to the sidecar (this also settles what is found next: blank-lines in line 3, records-none):\n  "csv": { "quote": "\'" }\nIf not, add to the sidecar (then there is still blank-lines in line 3, records-none):\n  "csv": { "delimiter": ";" }',
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

  test('that repeat are counted instead of their place, excerpt and fixes', () => {
    const reported: Problem[] = [];
    const candidates = [fix({ csv: { trim: true } })];
    const one = (name: string): Problem =>
      problem('row-too-long', { file: 'x', place: PLACE }, name, 'Help.', candidates);
    reportFew([...'abcdefghijkl'], (it) => reported.push(it), one);
    expect(reported.slice(9)).toEqual([
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'x',
        line: 3,
        column: 2,
        message: 'j',
        help: 'Help.',
        excerpt: 'x,y',
        candidates: [{ lead: 'Or ', patch: { csv: { trim: true } } }],
        fixes: [],
      },
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'x',
        line: null,
        column: null,
        message: '2 more of the same kind',
        help: 'Help.',
        excerpt: null,
        candidates: [],
        fixes: [],
      },
    ]);
    reported.length = 0;
    reportingFew(
      (it) => reported.push(it),
      (report) => {
        for (const name of 'abcdefghijk') report(one(name));
      },
    );
    expect(reported.slice(9)).toEqual([
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'x',
        line: 3,
        column: 2,
        message: 'j',
        help: 'Help.',
        excerpt: 'x,y',
        candidates: [{ lead: 'Or ', patch: { csv: { trim: true } } }],
        fixes: [],
      },
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'x',
        line: null,
        column: null,
        message: '1 more of the same kind',
        help: 'Help.',
        excerpt: null,
        candidates: [],
        fixes: [],
      },
    ]);
  });

  test('of one kind are printed twenty times, and then counted', () => {
    const kind = (count: number, file: string): Problem[] =>
      Array.from({ length: count }, (_, index) => ({
        ...at(file, index + 1),
        fixes: [{ ...fix({}), also: [], next: [], sidecar: {} }],
      }));
    expect(firstOfEachKind(kind(20, 'a'))).toEqual(kind(20, 'a'));
    expect(firstOfEachKind(kind(21, 'a')).slice(19)).toEqual([
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'a',
        line: 20,
        column: 1,
        message: '',
        help: '',
        excerpt: '',
        candidates: [],
        fixes: [{ lead: 'Or ', patch: {}, also: [], next: [], sidecar: {} }],
      },
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'a',
        line: null,
        column: null,
        message: '1 more of the same kind, at 21:1',
        help: 'Solve them in the same way.',
        excerpt: null,
        candidates: [],
        fixes: [],
      },
    ]);
    expect(firstOfEachKind([...kind(22, 'a'), ...kind(1, 'b')]).slice(20)).toEqual([
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'a',
        line: null,
        column: null,
        message: '2 more of the same kind, at 21:1, 22:1',
        help: 'Solve them in the same way.',
        excerpt: null,
        candidates: [],
        fixes: [],
      },
      {
        severity: 'error',
        code: 'row-too-long',
        file: 'b',
        line: 1,
        column: 1,
        message: '',
        help: '',
        excerpt: '',
        candidates: [],
        fixes: [{ lead: 'Or ', patch: {}, also: [], next: [], sidecar: {} }],
      },
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
    expect(mergePatches([{ csv: {} }])).toEqual({});
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
    expect(patchText(renamePatch([{ column: 1, from: null, to: 'a' }]))).toBe(
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

  test('begins fifty characters before its place, and has a hundred', () => {
    expect(excerpt(line.slice(0, 100), 0)).toBe(line.slice(0, 100));
    expect(excerpt(line.slice(0, 101), 0)).toBe(`${line.slice(0, 100)}…`);
    expect(excerpt(line, 50)).toBe(`${line.slice(0, 100)}…`);
    expect(excerpt(line, 51)).toBe(`…${line.slice(1, 101)}…`);
    expect(excerpt(line, 250)).toBe(`…${line.slice(200)}`);
    expect(excerpt(line, 249)).toBe(`…${line.slice(199, 299)}…`);
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
