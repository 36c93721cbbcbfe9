import { looksLikeNumber, looksLikeYear } from '../../contract/plain-number.ts';
import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { QUOTE_MARKS } from '../../problems/quote-marks.ts';
import { type Cure, cure, headerPatch, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import { suspectDelimiter } from '../dialect/suspect-delimiter.ts';
import { checkNames } from './check-names.ts';
import { findPreamble } from './check-preamble.ts';
import { isEmptyRow } from './row-predicates.ts';

/**
 * Checks the names of a file's columns. Returns true if they are right; else reports every error and returns false. `rest` has the
 * records that follow the header in the first block. `format.header` is null if the description does not declare a header row.
 */
export function checkHeader(
  names: readonly string[],
  rest: RecordBlock,
  format: FileFormat,
  file: string,
  placeOf: (cell: number) => Place,
  report: Report,
): boolean {
  const at = { file, place: placeOf(0) };
  const found =
    findPreamble(names, rest, format.footerRows ?? 0, file, placeOf) ??
    findMissingHeader(names, rest, format, at) ??
    findQuotedNames(names, format, at) ??
    suspectDelimiter(names, rest, format, at) ??
    findBlanksAround(names, format, at);
  if (!found) return checkNames(names, rest, file, placeOf, report);
  report(found);
  return false;
}

/** The place of a problem that concerns the whole header. */
type HeaderPlace = { file: string; place: Place };

/** The problem to report if the first row is empty, or has only numbers and is not declared to be the header; else null. */
function findMissingHeader(
  names: readonly string[],
  rest: RecordBlock,
  format: FileFormat,
  at: HeaderPlace,
): Problem | null {
  if (isEmptyRow(names)) return emptyHeader(names.length, rest, at);
  if (format.header !== null || !names.every(looksLikeNumber) || names.every(looksLikeYear)) return null;
  return problem(
    'header-missing',
    at,
    'the first line contains only numbers, so it looks like a record rather than column names',
    'Begin the file with a line of column names. If these are the names, set "header" to 1 in the "csv" of the sidecar.',
    suggestHeader(names),
  );
}

/** The names may be in the first row with values, or missing. */
function emptyHeader(width: number, rest: RecordBlock, at: HeaderPlace): Problem {
  const next = rest.records.findIndex((row) => !isEmptyRow(row));
  const message = 'the first line does not name any columns';
  if (next < 0) return problem('header-missing', at, message, 'Begin the file with a line of column names.');
  const skipRows = rest.placeOf(next, 0).line - 1;
  const isRecord = rest.records[next]?.some((cell) => looksLikeNumber(cell) && !looksLikeYear(cell));
  const entry = { csv: { skipRows, ...(isRecord ? headerPatch(width).csv : {}) } };
  return problem(
    'header-missing',
    at,
    message,
    isRecord ? 'Name the columns there.' : 'Begin the file with a line of column names.',
    [cure(entry, isRecord ? undefined : `If the names are in line ${skipRows + 1}`)],
  );
}

/** What may solve the problem of a header of numbers: nothing if they are consecutive, since then they may be the names. */
function suggestHeader(names: readonly string[]): Cure[] {
  const isSequence = names.length > 1 && names.every((name, index) => Number(name) === Number(names[0]) + index);
  return isSequence ? [] : [cure(headerPatch(names.length), 'If the file has no header')];
}

/** The problem to report if all names begin and end with the same unusual quotation marks; else null. */
function findQuotedNames(names: readonly string[], format: FileFormat, at: HeaderPlace): Problem | null {
  const [open, close] =
    ['""', ...QUOTE_MARKS].find(
      ([first, last]) =>
        first !== format.quote &&
        names.every((name) => name.length > 1 && name.startsWith(first as string) && name.endsWith(last as string)),
    ) ?? [];
  if (open === undefined || close === undefined) return null;
  const message = `every name is between ${open} and ${close}, which are probably the quotes of this file`;
  if (open !== close) return problem('quote-doubtful', at, message, `Write " in place of both.`);
  const entry = { csv: { quote: open } };
  return problem('quote-doubtful', at, message, 'Write the names without them.', [cure(entry, 'If they are')]);
}

/** The problem to report if a blank follows or precedes every delimiter, and so is probably not part of the names; else null. */
function findBlanksAround(names: readonly string[], format: FileFormat, at: HeaderPlace): Problem | null {
  if (format.trim !== null || names.length < 2) return null;
  const followsDelimiters = names.slice(1).every((name) => /^[ \t]+\S/.test(name));
  const precedesDelimiters = names.slice(0, -1).every((name) => /\S[ \t]$/.test(name));
  if (!followsDelimiters && !precedesDelimiters) return null;
  return problem(
    'blanks-around',
    at,
    `there is a blank ${followsDelimiters ? 'after' : 'before'} every delimiter in the header, and it would become part of the names`,
    'If blanks around cells are part of them, set "trim" to false in the "csv" of the sidecar.',
    [cure(TRIM_BLANKS, 'If they are not')],
  );
}
