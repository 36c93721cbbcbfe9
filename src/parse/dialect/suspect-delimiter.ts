import type { FileFormat, Place } from '../../model.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { cure } from '../../problems/sidecar-patch.ts';
import { CANDIDATES } from './detect-delimiter.ts';

/** The problem to report if a file with one column probably has several; else null. */
export function suspectDelimiter(
  names: readonly string[],
  format: FileFormat,
  at: { file: string; place: Place },
): Problem | null {
  if (names.length > 1) return null;
  const only = names[0] as string;
  const other = CANDIDATES.find((candidate) => candidate !== format.delimiter && only.includes(candidate));
  if (other === undefined) return null;
  return problem(
    'delimiter-doubtful',
    at,
    `the header has a single column, but contains ${JSON.stringify(other)}`,
    'If that is not the delimiter, name the column without it.',
    [cure({ csv: { delimiter: other } }, 'If it is')],
  );
}
