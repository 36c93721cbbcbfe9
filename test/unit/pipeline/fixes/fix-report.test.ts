import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import { fixReport } from '../../../../src/pipeline/fixes/fix-report.ts';
import { type Problem, type ProblemCode, problem } from '../../../../src/problems/problem.ts';
import { fix } from '../../../../src/problems/sidecar-patch.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

/** The largest file that a build reads again for doubts, in bytes. */
const LARGEST = 1 << 24;
const TO_PASTE = '\nFor tested fixes, run npm run check-data: the file is large, so the build has not tried any.';

/** Texts of help after the fixes of problems of a file of a size were tried, and how many fixes each has. */
function helpIn(bytes: number, ...codes: ProblemCode[]): [help: string, fixes: number][] {
  // Of zeros, which are not valid in a CSV file: every patch of it fails.
  const folder = folderWith({ 'x.csv': '' });
  truncateSync(join(folder, 'x.csv'), bytes);
  const problems: Problem[] = codes.map((code) =>
    problem(code, { file: 'x.csv' }, 'M', 'Help.', [fix({ csv: { skipRows: 1 } })]),
  );
  problems.push(problem('blank-lines', { file: 'x.csv' }, 'M', 'Other help.'));
  fixReport({ fixable: [{ source: undescribedSource(join(folder, 'x.csv'), 'x.csv'), problems }] });
  return problems.map(({ help, fixes }) => [help, fixes.length]);
}

test('doubts about a large file name the command that tries their fixes', () => {
  expect(helpIn(LARGEST, 'nearly-numeric')).toEqual([
    ['Help.', 0],
    ['Other help.', 0],
  ]);
  expect(helpIn(LARGEST + 1, 'nearly-numeric')).toEqual([
    [`Help.${TO_PASTE}`, 0],
    ['Other help.', 0],
  ]);
});

test('the fixes of errors are tried in a file of any size', () => {
  expect(helpIn(LARGEST + 1, 'preamble-found', 'nearly-numeric')).toEqual([
    ['Help.', 1],
    ['Help.', 0],
    ['Other help.', 0],
  ]);
});

test('a fix that works is kept', () => {
  const folder = folderWith({ 'x.csv': 'A title\na,b\n1,2\n3,4\n' });
  const source = undescribedSource(join(folder, 'x.csv'), 'x.csv');
  const works = fix({ csv: { skipRows: 1 } });
  const it = problem('preamble-found', { file: 'x.csv' }, 'M', 'H', [works, fix({ csv: { skipRows: 3 } })]);
  fixReport({ fixable: [{ source, problems: [it, problem('row-too-long', { file: 'x.csv' }, 'M', 'H')] }] });
  expect(it.fixes).toContainEqual({ ...works, also: [], next: [], sidecar: {} });
});
