import type { JSONPath } from 'jsonc-parser';
import { type ProblemCode, problem } from '../../problems/problem.ts';
import type { PackagedDescription, Part } from './package-description.ts';
import type { Dialect } from './schemas.ts';

/** A dialect's properties, and where each of them stands. */
export interface FoundDialect {
  properties: Dialect;
  partOf(property: string): Part;
}

/**
 * Takes the form of a file from its dialect (CSV Dialect, Table Dialect): what a sidecar says in `csv`. What cannot be read exactly
 * becomes a refusal. `fields` are the names of the columns, where a schema gives them.
 */
export function describeDialect(
  description: PackagedDescription,
  dialect: FoundDialect,
  fields: readonly string[] | null,
): void {
  const { properties, partOf } = dialect;
  const { delimiter, commentChar, nullSequence, skipInitialSpace, lineTerminator } = properties;
  if (typeof delimiter === 'string') description.set(['csv', 'delimiter'], delimiter, partOf('delimiter'));
  if (commentChar) description.set(['csv', 'comment'], commentChar, partOf('commentChar'));
  if (nullSequence) description.set(['csv', 'missing'], [nullSequence], partOf('nullSequence'));
  describeQuotes(description, dialect);
  describeHeader(description, dialect, fields);
  if (skipInitialSpace) description.set(['csv', 'trim'], 'start', partOf('skipInitialSpace'));
  if (lineTerminator && !['\n', '\r\n', '\r'].includes(lineTerminator)) {
    refuse(
      description,
      partOf('lineTerminator'),
      `records that end in ${JSON.stringify(lineTerminator)} cannot be read`,
      'Let each record end its line, and remove the property: line endings are found.',
    );
  }
}

/**
 * A quote inside of a quoted cell is written twice, or it stands behind an escape. Where both are said, files differ in what they
 * mean; and an escape without quotes stands before delimiters, which is not read.
 */
function describeQuotes(description: PackagedDescription, { properties, partOf }: FoundDialect): void {
  const { quoteChar, doubleQuote, escapeChar } = properties;
  const isUnquoted = quoteChar === null || quoteChar === '';
  if (quoteChar !== undefined) description.set(['csv', 'quote'], quoteChar ?? '', partOf('quoteChar'));
  const cures = [
    ['csv', 'escape'],
    ['csv', 'quote'],
  ];
  if (escapeChar && escapeChar !== (quoteChar ?? '"')) {
    if (isUnquoted || quoteChar === undefined) {
      refuse(
        description,
        partOf('escapeChar'),
        'an escape without "quoteChar" stands before delimiters in cells that are not quoted, which cannot be read',
        'If cells are quoted, and the escape stands before quotes in them, say so: add "quoteChar". If nothing is escaped, remove the property.',
        cures,
      );
    } else if (doubleQuote) {
      refuse(
        description,
        partOf('doubleQuote'),
        'with "escapeChar" as well, it is not certain how a quote inside of a quoted cell is written',
        'Remove "escapeChar" if such quotes are written twice, or set "doubleQuote" to false if the escape stands before them.',
        cures,
      );
    } else description.set(['csv', 'escape'], escapeChar, partOf('escapeChar'));
  } else if (doubleQuote === false && !isUnquoted) {
    refuse(
      description,
      partOf('doubleQuote'),
      'without "escapeChar", it is not certain how a quote inside of a quoted cell is written',
      'Add "quoteChar" and "escapeChar", or remove "doubleQuote" if no cell has a quote inside.',
      cures,
    );
  }
}

function describeHeader(
  description: PackagedDescription,
  { properties, partOf }: FoundDialect,
  fields: readonly string[] | null,
): void {
  const { header, headerJoin } = properties;
  const headerRows = header === false ? null : properties.headerRows;
  const [first = 0] = headerRows ?? [];
  const skipped = rowsAbove((properties.commentRows ?? []).filter((row) => row >= first));
  if (skipped === null) {
    refuse(
      description,
      partOf('commentRows'),
      'rows can be left out only above the header, and from the first on',
      'Remove the rows, or let them begin with a text of their own and name it in "commentChar".',
      [
        ['csv', 'skipRows'],
        ['csv', 'comment'],
      ],
    );
  } else if (skipped > 0) description.set(['csv', 'skipRows'], skipped, partOf('commentRows'));
  if (header === false) {
    if (fields?.length) description.set(['csv', 'header'], fields, partOf('header'));
    else {
      refuse(
        description,
        partOf('header'),
        'the file has no header, and no schema names its columns',
        'Add a "schema" with "fields", or name the columns in the sidecar: "csv": { "header": ["…", "…"] }.',
        [['csv', 'header']],
        'header-missing',
      );
    }
  }
  if (!headerRows) return;
  if (first <= (skipped ?? 0) || headerRows.some((row, index) => row !== first + index)) {
    refuse(
      description,
      partOf('headerRows'),
      `header rows ${JSON.stringify(headerRows)} cannot be read: they must follow one another, below what is left out`,
      'Correct the rows; a file without a header has "header": false.',
      [['csv', 'header']],
    );
    return;
  }
  description.set(['csv', 'header'], headerRows.length, partOf('headerRows'));
  if (first > 1) description.set(['csv', 'skipRows'], first - 1, partOf('headerRows'));
  if (headerRows.length > 1 && (headerJoin ?? ' ') !== ' ') {
    refuse(
      description,
      partOf('headerJoin'),
      'header rows are joined with a blank, and with nothing else',
      'Remove the property, and name the fields with a blank between their parts.',
      [['csv', 'header']],
    );
  }
}

/** Number of rows in a list that has each from the first on; null for other lists. */
function rowsAbove(rows: readonly number[]): number | null {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  return sorted.every((row, index) => row === index + 1) ? sorted.length : null;
}

function refuse(
  description: PackagedDescription,
  { document, path }: Part,
  message: string,
  help: string,
  cures: readonly JSONPath[] = [],
  code: ProblemCode = 'dialect-unsupported',
): void {
  const location = document.at(path);
  description.refusals.push({ problem: problem(code, location, `"${location.name}": ${message}`, help), cures });
}
