import { expect, test } from 'vitest';
import { completePatch } from '../../../src/build/cures/complete-patch.ts';
import { type Trial, tryCures } from '../../../src/build/cures/try-cures.ts';
import type { Source } from '../../../src/model.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { type Problem, type ProblemCode, problem } from '../../../src/problems/problem.ts';
import { cure, patchText, type SidecarPatch } from '../../../src/problems/sidecar-patch.ts';

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
      patches.map((it) => cure(it, 'If so')),
    );
const refused = found('preamble-found');
const unread = found('encoding-invalid');
const doubted = found('nearly-numeric');

/** A trial in which the description cannot hold the delimiter `"`, and `findIn` says what is found with a patch. */
function trialWith(findIn: (patch: SidecarPatch) => Problem[]): Trial & { readings: number } {
  const trial = {
    readings: 0,
    describe: (patch: SidecarPatch) => (patch.csv?.delimiter === '"' ? null : (patch as unknown as Source)),
    read(source: Source) {
      trial.readings += 1;
      return findIn(source as unknown as SidecarPatch);
    },
  };
  return trial;
}

test('a cure that leaves as many errors, or does not parse, is not shown', () => {
  const it = refused({ csv: { delimiter: '"' } }, { csv: { skipRows: 1 } }, SKIP);
  tryCures(
    [it],
    trialWith(({ csv }) => (csv?.skipRows === 2 ? [] : [refused()])),
  );
  expect(it.cures).toEqual([{ ...cure(SKIP, 'If so'), also: [] }]);
});

test('a cure grows until the errors that it brings to light are solved too', () => {
  const it = unread(ENCODING);
  const next = refused(SKIP);
  tryCures(
    [it],
    trialWith(({ csv }) => (csv?.skipRows === 2 ? [] : csv?.encoding ? [next] : [it])),
  );
  expect(it.cures).toEqual([
    { lead: 'If so, add to the sidecar:', patch: { csv: { encoding: 'windows-1252', skipRows: 2 } }, also: [next] },
  ]);
  expect(formatProblem(it)).toContain(
    'If so, add to the sidecar (this also settles what is found next: preamble-found in line 3):\n      "csv": { "encoding": "windows-1252", "skipRows": 2 }',
  );
});

test('a cure that ends at an error without a single cure is not shown', () => {
  const it = unread(ENCODING);
  tryCures(
    [it],
    trialWith(({ csv }) => (csv?.encoding ? [refused(SKIP, { csv: { skipRows: 3 } })] : [it])),
  );
  expect(it.cures).toEqual([]);
});

test('cures that call for each other end', () => {
  const it = unread(ENCODING);
  const trial = trialWith(({ csv }) => [csv?.skipRows === 1 ? refused(SKIP) : refused({ csv: { skipRows: 1 } })]);
  tryCures([it], trial);
  expect(it.cures).toEqual([]);
  expect(trial.readings).toBeLessThan(10);
});

test('doubts are tried together, and one by one only if they do not fit together', () => {
  const other = { columns: { b: { missing: ['-'] } } };
  const settles = ({ columns }: SidecarPatch): Problem[] => [
    ...(columns?.a ? [] : [doubted(NULLS)]),
    ...(columns?.b ? [] : [doubted(other)]),
  ];
  const both = settles({});
  const trial = trialWith(settles);
  tryCures(both, trial);
  expect([both.map(({ cures }) => cures.length), trial.readings]).toEqual([[1, 1], 1]);
  const useless = [doubted(NULLS), doubted(other)];
  tryCures(
    useless,
    trialWith(({ columns }) => (columns?.a ? [doubted(other)] : useless)),
  );
  expect(useless.map(({ cures }) => cures.length)).toEqual([1, 0]);
});

test('a doubt has no cure beside an error', () => {
  const doubt = doubted(NULLS);
  tryCures(
    [doubt, refused()],
    trialWith(() => []),
  );
  expect(doubt.cures).toEqual([]);
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
  const errorsOnly = completePatch(findIn({}), trialWith(findIn), { isWanted: () => false, isPartial: false });
  expect(errorsOnly.patch).toEqual({ csv: { encoding: 'windows-1252', skipRows: 2 } });
});

test('the complete patch has no doubts that contradict each other', () => {
  const other = { columns: { a: { missing: ['-'] } } };
  const findIn = ({ columns }: SidecarPatch): Problem[] =>
    columns?.a ? [doubted()] : [doubted(NULLS), doubted(other)];
  expect(completePatch(findIn({}), trialWith(findIn)).patch).toEqual(NULLS);
});
