import type { JSONPath } from 'jsonc-parser';
import { type ProblemCode, problem } from '../../problems/problem.ts';
import type { DocumentPart, PackagedDescription } from './package-description.ts';
import type { PackageDialect } from './schemas.ts';

/** A dialect's properties, and where each of them is. */
export interface FoundDialect {
  properties: PackageDialect;
  partOf(property: string): DocumentPart;
}

/**
 * Maps a dialect (CSV Dialect, Table Dialect) to the key `csv` of a sidecar. A property that cannot be followed exactly becomes a
 * refusal. `fields` are the names of the columns; null if there is no schema.
 */
export function mapDialect(
  description: PackagedDescription,
  dialect: FoundDialect,
  fields: readonly string[] | null,
): void {
  const { properties, partOf } = dialect;
  const { delimiter, commentChar, nullSequence, skipInitialSpace, lineTerminator } = properties;
  if (typeof delimiter === 'string') description.set(['csv', 'delimiter'], delimiter, partOf('delimiter'));
  if (commentChar) description.set(['csv', 'comment'], commentChar, partOf('commentChar'));
  if (nullSequence) description.set(['csv', 'missing'], [nullSequence], partOf('nullSequence'));
  mapQuotes(description, dialect);
  mapHeader(description, dialect, fields);
  if (skipInitialSpace) description.set(['csv', 'trim'], 'start', partOf('skipInitialSpace'));
  if (lineTerminator && !['\n', '\r\n', '\r'].includes(lineTerminator)) {
    refuse(
      description,
      partOf('lineTerminator'),
      `records that end with ${JSON.stringify(lineTerminator)} cannot be read`,
      'End each record with a line break, and remove the property: line endings are detected.',
    );
  }
}

/**
 * Maps how cells are quoted. A quote inside a quoted cell is either doubled or preceded by an escape. If a dialect declares both,
 * files differ in what they mean by it. An escape without quotes precedes delimiters, which is not supported.
 */
function mapQuotes(description: PackagedDescription, { properties, partOf }: FoundDialect): void {
  const { quoteChar, doubleQuote, escapeChar } = properties;
  const isUnquoted = quoteChar === null || quoteChar === '';
  if (quoteChar !== undefined) description.set(['csv', 'quote'], quoteChar ?? '', partOf('quoteChar'));
  const overrides = [
    ['csv', 'escape'],
    ['csv', 'quote'],
  ];
  if (escapeChar && escapeChar !== (quoteChar ?? '"')) {
    if (isUnquoted || quoteChar === undefined) {
      refuse(
        description,
        partOf('escapeChar'),
        'without "quoteChar", "escapeChar" would escape delimiters in unquoted cells, which cannot be read',
        'If cells are quoted and the escape precedes quotes in them, add "quoteChar". If nothing is escaped, remove the property.',
        overrides,
      );
    } else if (doubleQuote) {
      refuse(
        description,
        partOf('doubleQuote'),
        'because "escapeChar" is set too, it is not clear how a quote inside a quoted cell is written',
        'Remove "escapeChar" if such quotes are doubled, or set "doubleQuote" to false if the escape precedes them.',
        overrides,
      );
    } else description.set(['csv', 'escape'], escapeChar, partOf('escapeChar'));
  } else if (doubleQuote === false && !isUnquoted) {
    refuse(
      description,
      partOf('doubleQuote'),
      'without "escapeChar", it is not clear how a quote inside a quoted cell is written',
      'Add "quoteChar" and "escapeChar", or remove "doubleQuote" if no cell contains a quote.',
      overrides,
    );
  }
}

function mapHeader(
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
      'only rows above the header can be skipped, and only from the first on',
      'Remove the rows, or begin each of them with the same text and name that text in "commentChar".',
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
        'Add a "schema" with "fields", or list the names of the columns in the sidecar: "header", a key of "csv".',
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
      `header rows ${JSON.stringify(headerRows)} cannot be read: they must be consecutive, and below the skipped rows`,
      'Correct the rows. If the file has no header, write "header": false.',
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
      'header rows can be joined only with a blank',
      'Remove the property, and write the names of the fields with a blank between their parts.',
      [['csv', 'header']],
    );
  }
}

/** The number of rows in a list that contains every row from the first on; null for any other list. Rows count from 1. */
function rowsAbove(rows: readonly number[]): number | null {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  return sorted.every((row, index) => row === index + 1) ? sorted.length : null;
}

function refuse(
  description: PackagedDescription,
  { document, path }: DocumentPart,
  message: string,
  help: string,
  overrides: readonly JSONPath[] = [],
  code: ProblemCode = 'dialect-unsupported',
): void {
  const location = document.at(path);
  description.refusals.push({ problem: problem(code, location, `"${location.name}": ${message}`, help), overrides });
}
