import { looksLikeNumber, looksLikeYear } from '../../contract/plain-number.ts';
import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { QUOTE_MARKS } from '../../problems/quote-marks.ts';
import { headerPatch, patchText, type SidecarPatch, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import { findOtherDelimiter } from '../dialect/suspect-delimiter.ts';
import { checkNames } from './check-names.ts';
import { findPreamble } from './check-preamble.ts';

/**
 * Checks the names of a file's columns; reports every fault, and returns false when there is any. `rest` are the records
 * that follow in the first block, and `form.header` is null where the description does not say that this row is the header.
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
    missingHeader(names, rest, format, at) ??
    quotedNames(names, format, at) ??
    findOtherDelimiter(names, rest, format, at) ??
    blanksAround(names, format, at);
  if (!found) return checkNames(names, rest, file, placeOf, report);
  report(found);
  return false;
}

/** Where a problem is told that concerns the header as a whole. */
type HeaderPlace = { file: string; place: Place };

function missingHeader(
  names: readonly string[],
  rest: RecordBlock,
  format: FileFormat,
  at: HeaderPlace,
): Problem | null {
  if (isBlank(names)) return blankHeader(names.length, rest, at);
  if (format.header !== null || !names.every(looksLikeNumber) || names.every(looksLikeYear)) return null;
  return problem(
    'header-missing',
    at,
    'the first line holds numbers only, so it looks like a record and not like column names',
    `Begin the file with a line of column names, or name the columns in the sidecar: "csv": { "header": ["…", "…"] }. If these are the columns' names, say so: "csv": { "header": 1 }.`,
    entriesFor(names),
  );
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

/** The names may stand below the blank rows, or nowhere. */
function blankHeader(width: number, rest: RecordBlock, at: HeaderPlace): Problem {
  const next = rest.records.findIndex((row) => !isBlank(row));
  const message = 'the first line names no column';
  if (next < 0) return problem('header-missing', at, message, 'Begin the file with a line of column names.');
  const skipRows = rest.placeOf(next, 0).line - 1;
  const isRecord = rest.records[next]?.some((cell) => looksLikeNumber(cell) && !looksLikeYear(cell));
  const entry = { csv: { skipRows, ...(isRecord ? headerPatch(width).csv : {}) } };
  return problem(
    'header-missing',
    at,
    message,
    isRecord
      ? `Name the columns there, or in the sidecar: ${patchText(entry)}.`
      : `Begin the file with a line of column names. If they stand in line ${skipRows + 1}, add to the sidecar: ${patchText(entry)}.`,
    [entry],
  );
}

/** Columns that are numbered have numbers for names. */
function entriesFor(names: readonly string[]): SidecarPatch[] {
  const isSequence = names.length > 1 && names.every((name, index) => Number(name) === Number(names[0]) + index);
  if (!isSequence) return [headerPatch(names.length)];
  return names.length > 2 ? [{ csv: { header: 1 } }] : [];
}

function quotedNames(names: readonly string[], format: FileFormat, at: HeaderPlace): Problem | null {
  const [open, close] =
    ['""', ...QUOTE_MARKS].find(
      ([first, last]) =>
        first !== format.quote &&
        names.every((name) => name.length > 1 && name.startsWith(first as string) && name.endsWith(last as string)),
    ) ?? [];
  if (open === undefined || close === undefined) return null;
  const message = `every name stands between ${open} and ${close}, which are likely the quotes of this file`;
  if (open !== close) return problem('quote-doubtful', at, message, `Write " in place of both.`);
  const entry = { csv: { quote: open } };
  return problem('quote-doubtful', at, message, `If they are, add to the sidecar: ${patchText(entry)}.`, [entry]);
}

/** Blanks behind each delimiter, or before each, are hardly meant as part of the names. */
function blanksAround(names: readonly string[], format: FileFormat, at: HeaderPlace): Problem | null {
  if (format.trim !== null || names.length < 2) return null;
  const isBehindBlank = names.slice(1).every((name) => /^[ \t]+\S/.test(name));
  const isBeforeBlank = names.slice(0, -1).every((name) => /\S[ \t]$/.test(name));
  if (!isBehindBlank && !isBeforeBlank) return null;
  return problem(
    'blanks-around',
    at,
    `a blank stands ${isBehindBlank ? 'behind' : 'before'} every delimiter of the header, and would be part of the names`,
    `If blanks around cells are no part of them, add to the sidecar: ${patchText(TRIM_BLANKS)}. If they are: "csv": { "trim": false }.`,
    [TRIM_BLANKS],
  );
}
