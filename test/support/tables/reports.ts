import type { FileFormat, RecordBlock } from '../../../src/model.ts';
import { hashRows, reportDuplicates } from '../../../src/parse/checks/check-duplicates.ts';
import { findDuplicates } from '../../../src/parse/checks/find-duplicates.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { patchText } from '../../../src/problems/sidecar-patch.ts';
import { DEFAULT_READING } from '../../../src/settings/settings.ts';
import { placesOf } from '../builds/problem-places.ts';
import { memorySource } from '../memory-source.ts';
import { PLAIN_FORMAT } from './plain-format.ts';

/** Everything that is said about a problem: severity, place and code, the excerpt, the message, the help, and each fix with its patch. */
export function wholeReport(it: Problem): string[] {
  return [
    `${it.severity} ${placesOf([it])}`,
    ...(it.excerpt === null ? [] : [`| ${it.excerpt}`]),
    it.message,
    it.help,
    ...it.candidates.map(({ lead, patch }) => `${lead}add to the sidecar: ${patchText(patch)}`),
  ];
}

/** Everything that is said about the problems that a step reports or ends with. */
export function reportsOfStep(step: (report: (it: Problem) => void) => void): string[][] {
  const problems: Problem[] = [];
  try {
    step((it) => problems.push(it));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    problems.push(error.problem);
  }
  return problems.map(wholeReport);
}

/** Everything that is said about the problems of a file. */
export function reportsOf(csv: string | Uint8Array, format: Partial<FileFormat> = {}): string[][] {
  return reportsOfStep((report) => {
    const file = parseCsv(memorySource(csv), 'x.csv', { ...PLAIN_FORMAT, ...format }, report, DEFAULT_READING);
    for (const _block of file?.blocks ?? []);
  });
}

/** Everything that is said about the rows of a file that repeat others. */
export function reportsOfRepeats(csv: string): string[][] {
  const read = (): Iterable<RecordBlock> => parseCsv(memorySource(csv), 'x.csv', PLAIN_FORMAT, () => {})?.blocks ?? [];
  const hashes = Array.from(read(), hashRows);
  const rows = hashes.reduce((sum, { length }) => sum + length, 0);
  const found = findDuplicates(hashes);
  return reportsOfStep((report) => found && reportDuplicates(found, rows, 'x.csv', read, report));
}

/** The problems of a file in short: `3:1 row-too-short`. */
export function placesIn(csv: string | Uint8Array, format: Partial<FileFormat> = {}): string[] {
  return reportsOf(csv, format).map(([head = '']) => head.replace(/^\w+ x\.csv:?/, '').trim());
}

/** The columns and the records of a file that has no problems, as rows. */
export function rowsIn(csv: string | Uint8Array, format: Partial<FileFormat> = {}): string[][] {
  const file = parseCsv(memorySource(csv), 'x.csv', { ...PLAIN_FORMAT, ...format }, (it) => {
    throw new Error(it.message);
  });
  const rows = [...(file?.blocks ?? [])].flatMap(({ records }) => records.map((record) => [...record]));
  return [[...(file?.columns ?? [])], ...rows];
}
