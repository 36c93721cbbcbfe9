import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { cure } from '../../problems/sidecar-patch.ts';
import { CANDIDATES } from './detect-delimiter.ts';

/** The problem to report if a file with one column probably has several; else null. */
export function suspectDelimiter(
  names: readonly string[],
  rest: RecordBlock,
  format: FileFormat,
  at: { file: string; place: Place },
): Problem | null {
  if (names.length > 1) return null;
  const only = names[0] as string;
  const other = CANDIDATES.find((candidate) => candidate !== format.delimiter && only.includes(candidate));
  if (other !== undefined) {
    const entry = { csv: { delimiter: other } };
    return problem(
      'delimiter-doubtful',
      at,
      `the header has a single column, but contains ${JSON.stringify(other)}`,
      'If that is not the delimiter, name the column without it.',
      [cure(entry, 'If it is')],
    );
  }
  const isAligned = [names, ...rest.records].every((row) => /\S {2,}\S/.test(row[0] as string));
  if (format.delimiter !== null || !isAligned) return null;
  return problem(
    'delimiter-doubtful',
    at,
    'every row is a single cell with several consecutive blanks: these are probably columns of fixed width',
    'Export the file with a delimiter. If it has a single column, set "delimiter" to "," in the "csv" of the sidecar.',
  );
}
