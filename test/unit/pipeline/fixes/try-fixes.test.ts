import { describe, expect, test } from 'vitest';
import type { Source } from '../../../../src/model.ts';
import { completePatch } from '../../../../src/pipeline/fixes/complete-patch.ts';
import { type Trial, tryFixes } from '../../../../src/pipeline/fixes/try-fixes.ts';
import { formatProblem } from '../../../../src/problems/format-problem.ts';
import { type Problem, type ProblemCode, problem } from '../../../../src/problems/problem.ts';
import { fix, patchText, type SidecarPatch } from '../../../../src/problems/sidecar-patch.ts';

const at = { file: 'x.csv', place: { line: 3, column: 1, excerpt: '' } };
const SKIP = { csv: { skipRows: 2 } };
const ENCODING = { csv: { encoding: 'windows-1252' } };
const NULLS = { columns: { a: { missing: ['*'] } } };

const found =
  (code: ProblemCode) =>
  (...patches: SidecarPatch[]): Problem =>
    problem(
      code,
      at,
      'M',
      'H',
      patches.map((it) => fix(it, 'If so')),
    );
const refused = found('preamble-found');
const unread = found('encoding-invalid');
const doubted = found('nearly-numeric');

const OTHER = { columns: { b: { missing: ['-'] } } };

/** Doubts about two columns, each of which its own fix settles. */
const doubtsIn = ({ columns }: SidecarPatch): Problem[] => [
  ...(columns?.a ? [] : [doubted(NULLS)]),
  ...(columns?.b ? [] : [doubted(OTHER)]),
];

/** A trial in which the description cannot hold the delimiter `"`, and `findIn` says what is found with a patch. */
function trialWith(findIn: (patch: SidecarPatch) => Problem[]): Trial & { readings: number } {
  const trial = {
    readings: 0,
    sidecar: {},
    describe: (patch: SidecarPatch) => (patch.csv?.delimiter === '"' ? null : (patch as unknown as Source)),
    read(source: Source) {
      trial.readings += 1;
      return findIn(source as unknown as SidecarPatch);
    },
  };
  return trial;
}

/** Tries the fixes of problems in such a trial. */
function tryIn(problems: readonly Problem[], findIn: (patch: SidecarPatch) => Problem[]): { readings: number } {
  const trial = trialWith(findIn);
  tryFixes(problems, trial);
  return trial;
}

test('a fix that leaves as many errors, or does not parse, is not shown', () => {
  const it = refused({ csv: { delimiter: '"' } }, { csv: { skipRows: 1 } }, SKIP);
  tryIn([it], ({ csv }) => (csv?.skipRows === 2 ? [] : [refused()]));
  expect(it.fixes).toEqual([{ ...fix(SKIP, 'If so'), also: [], next: [], sidecar: {} }]);
});

test('a fix grows until the errors that it brings to light are solved too', () => {
  const it = unread(ENCODING);
  const next = refused(SKIP);
  tryIn([it], ({ csv }) => (csv?.skipRows === 2 ? [] : csv?.encoding ? [next] : [it]));
  expect(it.fixes).toEqual([
    { lead: 'If so, ', patch: { csv: { encoding: 'windows-1252', skipRows: 2 } }, also: [next], next: [], sidecar: {} },
  ]);
  expect(formatProblem(it)).toContain(
    'If so, add to the sidecar (this also fixes: preamble-found on line 3):\n      "csv": { "encoding": "windows-1252", "skipRows": 2 }',
  );
});

test('a fix that ends at an error without a single fix is shown with it', () => {
  const it = unread(ENCODING);
  const next = refused(SKIP, { csv: { skipRows: 3 } });
  tryIn([it], ({ csv }) => (csv?.encoding ? [next] : [it]));
  expect(it.fixes).toMatchObject([{ patch: ENCODING, also: [], next: [next] }]);
  expect(formatProblem(it)).toContain('If so, add to the sidecar (problems that remain: preamble-found on line 3):');
});

test('a fix of names that makes all rows too long or too short is not shown', () => {
  for (const code of ['row-too-short', 'row-too-long'] as const) {
    const it = found('column-unnamed')(SKIP);
    tryIn([it], ({ csv }) => (csv?.skipRows ? [found(code)()] : [it]));
    expect(it.fixes).toEqual([]);
  }
});

test('fixes that call for each other end', () => {
  const it = unread(ENCODING);
  const trial = tryIn([it], ({ csv }) => [csv?.skipRows === 1 ? refused(SKIP) : refused({ csv: { skipRows: 1 } })]);
  expect(it.fixes).toEqual([]);
  expect(trial.readings).toBeLessThan(10);
});

test('doubts are tried together, and one by one only if they do not fit together', () => {
  const both = doubtsIn({});
  const trial = tryIn(both, doubtsIn);
  expect([both.map(({ fixes }) => fixes.length), trial.readings]).toEqual([[1, 1], 1]);
  const useless = [doubted(NULLS), doubted(OTHER)];
  tryIn(useless, ({ columns }) => (columns?.a ? [doubted(OTHER)] : useless));
  expect(useless.map(({ fixes }) => fixes.length)).toEqual([1, 0]);
});

test('a doubt has no fix beside an error in the table', () => {
  for (const code of ['preamble-found', 'header-rows', 'row-too-short', 'column-duplicate'] as const) {
    const doubt = doubted(NULLS);
    tryIn([doubt, found(code)()], () => []);
    expect(doubt.fixes, code).toEqual([]);
  }
});

describe('beside errors in the values of other columns', () => {
  const chosen = found('separator-doubtful');
  const THOUSANDS = { columns: { b: { thousands: '.', decimal: ',' } } };
  const POINT = { columns: { b: { decimal: '.' } } };
  const choice = (): Problem => chosen(THOUSANDS, POINT);
  const findIn = ({ columns }: SidecarPatch): Problem[] => [
    ...(columns?.b ? [] : [choice()]),
    ...(columns?.a ? [] : [doubted(NULLS)]),
  ];

  test('a doubt has its fix', () => {
    for (const code of ['separator-doubtful', 'type-mismatch', 'null-forbidden'] as const) {
      const doubt = doubted(NULLS);
      tryIn([found(code)(), doubt], ({ columns }) => (columns?.a ? [found(code)()] : []));
      expect([code, ...doubt.fixes.map(({ patch }) => patch)]).toEqual([code, NULLS]);
    }
  });

  test('a doubt has no fix that brings such an error to light', () => {
    const doubt = doubted(NULLS);
    tryIn([doubt, doubted()], () => [choice()]);
    expect(doubt.fixes).toEqual([]);
  });

  test('choices and doubts are tried together, by the order of their fixes', () => {
    const both = findIn({});
    const trial = tryIn(both, findIn);
    expect(both.map(({ fixes }) => fixes.map(({ patch }) => patch))).toEqual([[THOUSANDS, POINT], [NULLS]]);
    expect(trial.readings).toBe(2);
  });

  test('more choices than a file is read for have all their fixes', () => {
    const names = Array.from({ length: 50 }, (_, index) => `c${index}`);
    const among = ({ columns }: SidecarPatch): Problem[] =>
      names.flatMap((name) =>
        columns?.[name]
          ? []
          : chosen({ columns: { [name]: { thousands: '.' } } }, { columns: { [name]: { decimal: '.' } } }),
      );
    const all = among({});
    tryIn(all, among);
    expect(all.map(({ fixes }) => fixes.length)).toEqual(names.map(() => 2));
  });

  test('a fix of an error in the table may bring choices and other errors to light, but not its own', () => {
    for (const [after, count] of [
      [choice(), 1],
      [chosen(THOUSANDS), 1],
      [found('type-mismatch')(), 1],
      [refused(), 0],
    ] as const) {
      const it = refused(SKIP);
      tryIn([it], () => [after]);
      expect(it.fixes.length, after.code).toBe(count);
    }
  });

  test('the complete patch settles the doubts, and says which choices come to light with it', () => {
    const later = (patch: SidecarPatch): Problem[] => (patch.csv?.skipRows ? findIn(patch) : [refused(SKIP)]);
    const { patch, reasons, remaining } = completePatch(later({}), trialWith(later));
    expect(patch).toEqual({ ...SKIP, ...NULLS });
    expect(reasons.map(({ code }) => code)).toEqual(['preamble-found', 'nearly-numeric']);
    expect(remaining.map(({ code, fixes }) => [code, fixes.map((it) => it.patch)])).toEqual([
      ['separator-doubtful', [THOUSANDS, POINT]],
    ]);
    // They are pasted beside what the complete patch has.
    expect(remaining.flatMap(({ fixes }) => fixes.map(({ sidecar }) => sidecar))).toEqual([patch, patch]);
    // What was known before does not come to light.
    expect(completePatch(findIn({}), trialWith(findIn)).remaining).toEqual([]);
  });
});

test('the complete patch solves errors one after another, then doubts', () => {
  const findIn = ({ csv, columns }: SidecarPatch): Problem[] => {
    if (!csv?.encoding) return [unread(ENCODING)];
    if (!csv.skipRows) return [refused(SKIP)];
    return columns?.a ? [] : [doubted(NULLS)];
  };
  const { patch, reasons } = completePatch(findIn({}), trialWith(findIn));
  expect(patchText(patch)).toBe(
    '"csv": { "encoding": "windows-1252", "skipRows": 2 }, "columns": { "a": { "missing": ["*"] } }',
  );
  expect(reasons.map(({ code }) => code)).toEqual(['encoding-invalid', 'preamble-found', 'nearly-numeric']);
  const errorsOnly = completePatch(findIn({}), trialWith(findIn), () => false);
  expect(errorsOnly.patch).toEqual({ csv: { encoding: 'windows-1252', skipRows: 2 } });
});

test('the complete patch has no doubts that contradict each other', () => {
  const other = { columns: { a: { missing: ['-'] } } };
  const findIn = ({ columns }: SidecarPatch): Problem[] =>
    columns?.a ? [doubted()] : [doubted(NULLS), doubted(other)];
  expect(completePatch(findIn({}), trialWith(findIn)).patch).toEqual(NULLS);
});

/** The steps of a fix: each brings an error to light that has a single fix, up to some number of them. */
function errorsInARow(count: number): (patch: SidecarPatch) => Problem[] {
  return ({ csv }) => {
    const done = Number(csv?.skipRows ?? 0);
    return done >= count ? [] : [refused({ csv: { skipRows: done + 1 } })];
  };
}

test('a fix settles at most eight errors, one after another', () => {
  for (const [count, fixes] of [
    [1, 1],
    [8, 1],
    [9, 0],
  ] as const) {
    const findIn = errorsInARow(count);
    const [it] = findIn({}) as [Problem];
    tryIn([it], findIn);
    expect(it.fixes.length, `${count} errors`).toBe(fixes);
    expect(it.fixes[0]?.also.length ?? 0).toBe(fixes === 0 ? 0 : count - 1);
  }
});

test('a patch is shown if its text has at most 20,000 characters', () => {
  const named = (length: number): SidecarPatch => ({ csv: { comment: 'x'.repeat(length) } });
  const longest = 20_000 - patchText(named(0)).length;
  for (const [length, fixes] of [
    [longest, 1],
    [longest + 1, 0],
  ] as const) {
    const it = refused(named(length));
    const trial = tryIn([it], () => []);
    expect([it.fixes.length, trial.readings]).toEqual([fixes, fixes]);
  }
});

test('a file is read at most forty times to try fixes, and once for each patch', () => {
  const candidates = Array.from({ length: 50 }, (_, index): SidecarPatch => ({ csv: { skipRows: index } }));
  const it = refused(...candidates);
  const trial = tryIn([it, refused(...candidates.slice(0, 10))], () => []);
  expect([it.fixes.length, trial.readings]).toEqual([40, 40]);
});

test('a fix of a doubt may leave no more errors, and must leave fewer doubts', () => {
  const after = (...found: Problem[]): number => {
    const it = doubted(NULLS);
    tryIn([it, doubted()], () => found);
    return it.fixes.length;
  };
  expect([after(), after(doubted()), after(doubted(), doubted()), after(refused())]).toEqual([1, 1, 0, 0]);
});

test('a fix of an error must leave fewer errors, whatever doubts it brings to light', () => {
  const after = (...found: Problem[]): number => {
    const it = refused(SKIP);
    tryIn([it, refused()], () => found);
    return it.fixes.length;
  };
  expect([after(), after(refused(), doubted(), doubted(), doubted()), after(refused(), refused())]).toEqual([1, 1, 0]);
});

test('the alternatives of doubts are tried together by their order', () => {
  const second = { columns: { a: { unit: 'm' } } };
  const both = [doubted(NULLS, second), doubted(OTHER)];
  const trial = tryIn(both, ({ columns }) => both.filter((_, index) => !columns?.[index === 0 ? 'a' : 'b']));
  expect(both.map(({ fixes }) => fixes.map(({ patch }) => patch))).toEqual([[NULLS, second], [OTHER]]);
  // All first alternatives at once, then the second.
  expect(trial.readings).toBe(2);
});

test('fixes are tried with what is pasted already', () => {
  const it = refused(SKIP);
  const read: SidecarPatch[] = [];
  const trial = trialWith((patch) => {
    read.push(patch);
    return [];
  });
  tryFixes([it], trial, ENCODING);
  expect(read).toEqual([{ csv: { ...ENCODING.csv, ...SKIP.csv } }]);
  expect(it.fixes.map(({ patch }) => patch)).toEqual([SKIP]);
});

describe('the complete patch', () => {
  test('solves at most eight errors, one after another', () => {
    for (const [count, steps] of [
      [7, 7],
      [8, 8],
      [9, 8],
    ] as const) {
      // Of many errors, one at a time has a fix, which leaves one fewer.
      const findIn = ({ csv }: SidecarPatch): Problem[] => {
        const done = Number(csv?.skipRows ?? 0);
        const next = done < count ? [refused({ csv: { skipRows: done + 1 } })] : [];
        return [...next, ...Array.from({ length: 20 - done }, () => refused())];
      };
      const { patch, reasons } = completePatch(findIn({}), trialWith(findIn));
      expect([patch.csv?.skipRows, reasons.length], `${count} errors`).toEqual([steps, steps]);
    }
  });

  test('is empty, with no reasons, if nothing has a fix', () => {
    const nothing = { patch: {}, reasons: [], remaining: [] };
    const trial = trialWith(() => []);
    expect(completePatch([refused(), doubted()], trial)).toEqual(nothing);
    expect(completePatch([], trial)).toEqual(nothing);
  });

  test('leaves out errors and doubts that have several fixes', () => {
    const error = refused(SKIP, { csv: { skipRows: 3 } });
    const nothing = { patch: {}, reasons: [], remaining: [] };
    const trial = trialWith(() => []);
    expect(completePatch([error], trial)).toEqual(nothing);
    const doubt = doubted(NULLS, { columns: { a: { missing: ['-'] } } });
    expect(completePatch([doubt], trial)).toEqual(nothing);
  });

  test('has the doubts that can be settled together, or else one after another', () => {
    const found = doubtsIn({});
    const { patch, reasons } = completePatch(found, trialWith(doubtsIn));
    expect(patch).toEqual({ columns: { ...NULLS.columns, ...OTHER.columns } });
    expect(reasons).toEqual(found);
    // Together they would leave another doubt.
    const notBoth = (it: SidecarPatch): Problem[] => (it.columns?.a && it.columns.b ? [doubted()] : doubtsIn(it));
    const alone = completePatch(doubtsIn({}), trialWith(notBoth));
    expect([alone.patch, alone.reasons.length]).toEqual([NULLS, 1]);
  });

  describe('goes on from a fix that brings other errors to light', () => {
    const short = found('row-too-short');

    test('if they are of rows or columns, or at most three', () => {
      for (const [left, isSolved] of [
        [Array.from({ length: 9 }, () => short()), true],
        [Array.from({ length: 9 }, () => found('type-mismatch')()), true],
        [Array.from({ length: 3 }, () => unread()), true],
        [Array.from({ length: 4 }, () => unread()), false],
      ] as const) {
        const it = refused(SKIP);
        const trial = trialWith(({ csv }) => (csv?.skipRows ? left : [it]));
        const patch = isSolved ? SKIP : {};
        expect(completePatch([it], trial)).toEqual({
          patch,
          reasons: isSolved ? [it] : [],
          remaining: isSolved ? left : [],
        });
        expect(it.fixes.map(({ next }) => next)).toEqual(isSolved ? [left.slice(0, 3)] : []);
      }
    });

    test('not if its own error is among them', () => {
      const it = refused(SKIP);
      const trial = trialWith(({ csv }) => (csv?.skipRows ? [short(), refused()] : [it]));
      expect(completePatch([it], trial)).toEqual({ patch: {}, reasons: [], remaining: [] });
      const row = short(SKIP);
      expect(
        completePatch(
          [row],
          trialWith(() => [short(), short()]),
        ),
      ).toMatchObject({ patch: {}, reasons: [] });
    });
  });
});
