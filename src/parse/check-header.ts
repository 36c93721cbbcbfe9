import type { FileForm, Place, RecordBlock } from '../model.ts';
import { entryOfNames, entryText, problem, type Report, reportFew, type SidecarEntry } from '../problems.ts';
import { mostCommonWidth } from './detect-delimiter.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const YEAR = /^[12]\d{3}$/;

/**
 * Checks the names of a file's columns; reports every fault, and returns false when there is any. `rest` are the records
 * that follow in the first block, and `form.header` is null where the description does not say that this row is the header.
 */
export function checkHeader(
  names: readonly string[],
  rest: RecordBlock,
  form: FileForm,
  file: string,
  placeOf: (cell: number) => Place,
  report: Report,
): boolean {
  const refuse = (
    code: 'header-missing' | 'preamble-found' | 'delimiter-doubtful' | 'quote-doubtful',
    message: string,
    help: string,
    ...entries: SidecarEntry[]
  ): false => {
    report(problem(code, { file, place: placeOf(0) }, message, help, entries));
    return false;
  };
  if (/^sep=.?$/i.test(names.join(''))) {
    const entry = { csv: { skipRows: placeOf(0).line } };
    return refuse(
      'preamble-found',
      'the first line is a spreadsheet’s note on the delimiter, and no header',
      `Remove the line, or add to the sidecar: ${entryText(entry)}.`,
      entry,
    );
  }
  const preamble = linesOfPreamble(names, rest, form.footerRows);
  if (preamble !== null) {
    const entry = { csv: { skipRows: preamble } };
    return refuse(
      'preamble-found',
      'the file begins with text that is not a table’s header: the rows below have more cells',
      `If the header is in line ${preamble + 1}, add to the sidecar: ${entryText(entry)}.`,
      entry,
    );
  }
  if (names.every((name) => name.trim() === '')) {
    const entry = { csv: { skipRows: placeOf(0).line } };
    const help = `Begin the file with a line of column names. If they stand in the next line, add to the sidecar: ${entryText(entry)}.`;
    return refuse('header-missing', 'the first line names no column', help, entry);
  }
  // Years name columns in real tables, other numbers hardly ever do.
  const isData = names.every((name) => NUMBER.test(name.trim())) && !names.every((name) => YEAR.test(name.trim()));
  if (form.header === null && isData) {
    return refuse(
      'header-missing',
      'the first line holds numbers only, so it looks like a record and not like column names',
      `${HEADER_HELP} If these are the columns' names, say so: "csv": { "header": 1 }.`,
      entryOfNames(names.length),
    );
  }
  const mark = otherQuote(names, form.quote);
  if (mark) {
    const entry = { csv: { quote: mark } };
    return refuse(
      'quote-doubtful',
      `every name stands between ${JSON.stringify(mark)}, which is likely the quote of this file`,
      `If it is, add to the sidecar: ${entryText(entry)}.`,
      entry,
    );
  }
  const other = otherDelimiter(names, form.delimiter);
  if (other) {
    const entry = { csv: { delimiter: other } };
    return refuse(
      'delimiter-doubtful',
      `the header is a single column, but contains ${JSON.stringify(other)}`,
      `If that is the delimiter, add to the sidecar: ${entryText(entry)}. If not, name the column without it.`,
      entry,
    );
  }
  return checkNames(names, file, placeOf, report);
}

const HEADER_HELP =
  'Begin the file with a line of column names, or name the columns in the sidecar: "csv": { "header": ["…", "…"] }.';

/** More rows than this in front of a header are no preamble. */
const LONGEST_PREAMBLE = 20;

/**
 * Lines in front of the first row that is as wide as most of those behind it, where each of them has one text at most, as
 * titles and notes have; null where the first row is that wide and has more than one text, or none is.
 */
function linesOfPreamble(names: readonly string[], rest: RecordBlock, footerRows: number): number | null {
  const records = rest.records.slice(0, Math.max(0, rest.records.length - footerRows));
  const rows = [names, ...records];
  const { width } = mostCommonWidth(records.map((row) => row.length));
  const isTitle = (row: readonly string[]): boolean => row.filter((cell) => cell.trim() !== '').length <= 1;
  if (width < 2 || !isTitle(names) || (names.length === width && names.every((name) => name.trim() === '')))
    return null;
  if (names.length === 2 && width === 2) return null;
  const header = rows.findIndex((row) => row.length === width && !isTitle(row));
  if (header < 1 || header > LONGEST_PREAMBLE) return null;
  return rest.placeOf(header - 1, 0).line - 1;
}

/** A character that is used as a quote here and there, and stands around every name. */
function otherQuote(names: readonly string[], quote: string): string | undefined {
  return ['"', "'", '`', '´'].find(
    (mark) => mark !== quote && names.every((name) => name.length > 1 && name.startsWith(mark) && name.endsWith(mark)),
  );
}

function otherDelimiter(names: readonly string[], declared: string | null): string | undefined {
  const [only = '', second] = names;
  if (second !== undefined) return undefined;
  return [',', ';', '\t', '|'].find((candidate) => candidate !== declared && only.includes(candidate));
}

function checkNames(names: readonly string[], file: string, placeOf: (cell: number) => Place, report: Report): boolean {
  const cells = [...names.keys()];
  const first = new Map(cells.toReversed().map((cell) => [names[cell], cell]));
  const unnamed = cells.filter((cell) => names[cell]?.trim() === '');
  const repeated = cells.filter((cell) => names[cell]?.trim() !== '' && first.get(names[cell]) !== cell);
  reportFew(unnamed, report, (cell) =>
    problem(
      'column-unnamed',
      { file, place: placeOf(cell) },
      `column ${cell + 1} of ${names.length} has no name`,
      'Name it in the header; if the column is empty, a delimiter too many may end the lines.',
    ),
  );
  reportFew(repeated, report, (cell) =>
    problem(
      'column-duplicate',
      { file, place: placeOf(cell) },
      `column ${cell + 1} has the name of column ${(first.get(names[cell]) ?? 0) + 1}, "${names[cell]}": a record can hold only one of them`,
      'Give each column a name of its own.',
    ),
  );
  return unnamed.length === 0 && repeated.length === 0;
}
