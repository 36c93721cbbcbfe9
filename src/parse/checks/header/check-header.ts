import type { FileFormat, RecordBlock } from '../../../model.ts';
import { type Problem, problem, type Report } from '../../../problems/problem.ts';
import { QUOTE_MARKS } from '../../../problems/quote-marks.ts';
import { fix, question, TRIM_BLANKS } from '../../../problems/sidecar-patch.ts';
import { CANDIDATES } from '../../dialect/detect-delimiter.ts';
import { isEmptyRow, isTitle, type Row } from '../../records/row-predicates.ts';
import { checkNames } from './check-names.ts';
import { findPreamble, withoutFooter } from './check-preamble.ts';
import { findHeaderRow } from './header-rows.ts';
import { findIndexName } from './index-column.ts';
import { areNames, headerAfter, type Judgement, judgeFirstRow, patchWithoutHeader } from './judge-first-row.ts';
import type { FindCell, HeaderPlace } from './rename-columns.ts';

/**
 * Checks the column names of a file, reports problems, and returns whether the names can be used. `rest` contains the first records below
 * the header. `format.header` is null if the description does not declare the header.
 */
export function checkHeader(names: Row, rest: RecordBlock, format: FileFormat, at: FindCell, report: Report): boolean {
  const start = at(0);
  const { length } = names;
  const below = withoutFooter(rest.records, format.footerRows ?? 0).map((row) =>
    format.trailingDelimiter && row[length]?.trim() === '' ? row.slice(0, length) : row,
  );
  const judgement = format.header === null ? judgeFirstRow(names, below) : null;
  const found =
    (judgement?.isSure ? findMissingHeader(names, rest, judgement, start) : null) ??
    findPreamble(names, rest, format, start) ??
    findEmptyHeader(names, rest, start) ??
    findHeaderRow(names, rest, format, start.file) ??
    findIndexName(names, rest, format, start.file) ??
    findQuotedNames(names, format, start) ??
    findDelimiter(names, rest, format, start) ??
    findBlanksAround(names, rest, format, start);
  if (found) report(found);
  if (found || !checkNames(names, rest, at, report)) return false;
  if (judgement) {
    const help =
      'If the first line names the columns, set "header" to 1 under "csv" in the sidecar. If not, begin the file with a line of names.';
    report(problem('header-doubtful', start, `the first line may be a record: ${judgement.reason}`, help));
  }
  return true;
}

/** The problem of a first row that is certainly a record; null for a title. */
function findMissingHeader(names: Row, rest: RecordBlock, judgement: Judgement, at: HeaderPlace): Problem | null {
  // A single value above a row of names is a title, which `findPreamble` reports.
  const [next = [], ...others] = rest.records;
  if (names.length > 1 && isTitle(names) && areNames(next, others)) return null;
  const message = `the first line looks like a record: ${judgement.reason}`;
  const help =
    'Begin the file with a line of column names. If the first line names the columns, set "header" to 1 under "csv" in the sidecar.';
  const noHeader = fix(patchWithoutHeader([names, ...rest.records]), 'If the file has no header');
  return problem('header-missing', at, message, help, judgement.mayBeNames ? [] : [noHeader]);
}

/** The problem if the first row is empty; null otherwise. */
function findEmptyHeader(names: Row, rest: RecordBlock, at: HeaderPlace): Problem | null {
  if (!isEmptyRow(names)) return null;
  const next = rest.records.findIndex((row) => !isEmptyRow(row));
  const [first, ...below] = next < 0 ? [] : rest.records.slice(next);
  const candidates = first ? headerAfter(rest.placeOf(next, 0).line - 1, first, below) : [];
  const message = 'the first line does not name any columns';
  return problem('header-missing', at, message, 'Begin the file with a line of column names.', candidates);
}

/** The problem if all names are enclosed in the same quotation marks other than the quote character; null otherwise. */
function findQuotedNames(names: Row, format: FileFormat, at: HeaderPlace): Problem | null {
  const marks = ['""', ...QUOTE_MARKS].find(
    ([first, last]) =>
      first !== format.quote &&
      names.every((name) => name.length > 1 && name.startsWith(first as string) && name.endsWith(last as string)),
  );
  if (marks === undefined) return null;
  const [open, close] = [marks.charAt(0), marks.charAt(1)];
  const quotes = open === close ? open : `${open} and ${close}`;
  const message = `every name is enclosed in ${quotes}, which this file probably uses to quote values`;
  if (open !== close) return problem('quote-doubtful', at, message, 'Use " instead of both.');
  const fixes = [fix({ csv: { quote: open } }, 'If it does')];
  return problem('quote-doubtful', at, message, `If ${open} does not quote values, remove it from the names.`, fixes);
}

/** The problem if the header is a single name that contains a usual delimiter other than the file's; null otherwise. */
function findDelimiter(names: Row, rest: RecordBlock, format: FileFormat, at: HeaderPlace): Problem | null {
  const [only = '', ...others] = names;
  const other = CANDIDATES.find((candidate) => candidate !== format.delimiter && only.includes(candidate));
  if (other === undefined || others.length > 0) return null;
  const isQuoted =
    format.quote !== '' &&
    at.place.excerpt.startsWith(format.quote) &&
    rest.records.every((row) => row.length === 1 && (row[0]?.includes(other) || isEmptyRow(row)));
  const message = `the header has a single column, but contains ${JSON.stringify(other)}`;
  const help = isQuoted
    ? 'If each line is quoted as a whole, remove the quotes around it, and replace each doubled quote inside it with just one.'
    : 'If that is not the delimiter, remove it from the name. If it is, make sure that all rows use it.';
  const fixes = isQuoted ? [] : [fix({ csv: { delimiter: other } }, 'If it is the delimiter')];
  return problem('delimiter-doubtful', at, message, help, fixes);
}

/** The problem if whitespace follows or precedes the delimiters in the header and `trim` is not declared; null otherwise. */
function findBlanksAround(names: Row, rest: RecordBlock, format: FileFormat, at: HeaderPlace): Problem | null {
  if (format.trim !== null || names.length < 2) return null;
  const followsDelimiters = names.slice(1).every((name) => /^[ \t]+\S/.test(name));
  // Some programs pad cells with spaces, but not the name of the first column.
  const padded = names.slice(names.length > 3 ? 1 : 0, -1);
  const precedesDelimiters = padded.every((name) => /\S[ \t]$/.test(name));
  if (!followsDelimiters && !precedesDelimiters) return null;
  // An indented label may be a subitem of the row above, which trimming would hide.
  const isIndented = !/^\s/.test(names[0] as string) && rest.records.some(([label = '']) => /^\s+\S/.test(label));
  const where = followsDelimiters ? 'after' : 'before';
  const message = `there is whitespace ${where} the delimiters in the header, and it would become part of the names`;
  const help = 'If such whitespace is part of the names and values, set "trim" to false under "csv" in the sidecar.';
  return problem('blanks-around', at, message, help, [(isIndented ? question : fix)(TRIM_BLANKS, 'If it is not')]);
}
