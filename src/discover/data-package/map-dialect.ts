import { type ProblemCode, problem } from '../../problems/problem.ts';
import type { Locatable } from '../json/read-json.ts';
import type { PackagedDescription } from './package-description.ts';
import type { PackageDialect } from './schemas.ts';

/** The properties of a dialect, and the place of each. */
export interface FoundDialect {
  properties: PackageDialect;
  partOf(property: string): Locatable;
}

/**
 * Maps a dialect (CSV Dialect or Table Dialect) to the `csv` key of a sidecar. A property that cannot be honoured exactly becomes a
 * refusal. `fields` are the column names; null if there is no schema.
 */
export function mapDialect(
  description: PackagedDescription,
  { properties, partOf }: FoundDialect,
  fields: readonly string[] | null,
): void {
  const { delimiter, commentChar, nullSequence, skipInitialSpace, lineTerminator } = properties;
  const { quoteChar, doubleQuote, escapeChar, header, headerJoin } = properties;
  /** Sets a key under `csv` to a value that comes from a property. */
  const set = (key: string, value: unknown, property: string): void =>
    description.set(['csv', key], value, partOf(property));
  /** Refuses a property, unless a sidecar sets one of the `csv` keys in `overrides`. */
  const refuse = (property: string, message: string, help: string, overrides: string[], code?: ProblemCode): void => {
    const at = partOf(property).at([]);
    const refused = problem(code ?? 'dialect-unsupported', at, `"${at.name}": ${message}`, help);
    description.refusals.push({ problem: refused, overrides: overrides.map((key) => ['csv', key]) });
  };
  if (typeof delimiter === 'string') set('delimiter', delimiter, 'delimiter');
  if (commentChar) set('comment', commentChar, 'commentChar');
  if (nullSequence) set('missing', [nullSequence], 'nullSequence');
  if (skipInitialSpace) set('trim', 'start', 'skipInitialSpace');
  if (lineTerminator && !['\n', '\r\n', '\r'].includes(lineTerminator)) {
    const message = `records that end with ${JSON.stringify(lineTerminator)} cannot be read`;
    const help = 'End each record with a line break and remove the property: line endings are detected.';
    refuse('lineTerminator', message, help, []);
  }
  // A quote inside a quoted cell is either doubled or preceded by an escape character, so a dialect that declares both is ambiguous.
  // Without `quoteChar`, an escape character would apply to delimiters, which is not supported.
  const isUnquoted = quoteChar === null || quoteChar === '';
  if (quoteChar !== undefined) set('quote', quoteChar ?? '', 'quoteChar');
  const overrides = ['escape', 'quote'];
  if (escapeChar && escapeChar !== (quoteChar ?? '"')) {
    if (isUnquoted || quoteChar === undefined) {
      const message =
        'without "quoteChar", "escapeChar" would escape delimiters in unquoted cells, which is not supported';
      const help =
        'If cells are quoted and the character escapes quotes in them, add "quoteChar". If nothing is escaped, remove the property.';
      refuse('escapeChar', message, help, overrides);
    } else if (doubleQuote) {
      const message = 'because "escapeChar" is also set, it is not clear how a quote inside a quoted cell is written';
      const help = 'Remove "escapeChar" if such quotes are doubled, or set "doubleQuote" to false if they are escaped.';
      refuse('doubleQuote', message, help, overrides);
    } else set('escape', escapeChar, 'escapeChar');
  } else if (doubleQuote === false && !isUnquoted) {
    const message = 'without a separate "escapeChar", it is not clear how a quote inside a quoted cell is written';
    const help = 'Set "quoteChar" and a different "escapeChar", or remove "doubleQuote" if no cell contains a quote.';
    refuse('doubleQuote', message, help, overrides);
  }
  const headerRows = header === false ? null : properties.headerRows;
  const [first = 0] = headerRows ?? [];
  const skipped = rowsAbove((properties.commentRows ?? []).filter((row) => row >= first));
  if (skipped === null) {
    const message = 'rows can be skipped only above the header, starting at row 1 and without gaps';
    const help = 'Remove "commentRows". Delete the rows, or start each with the same text and set "commentChar" to it.';
    refuse('commentRows', message, help, ['skipRows', 'comment']);
  } else if (skipped > 0) set('skipRows', skipped, 'commentRows');
  if (header === false) {
    const message = 'the file has no header, and no schema names its columns';
    const help = 'Add a "schema" with "fields", or list the column names as "header" under "csv" in the sidecar.';
    if (fields?.length) set('header', fields, 'header');
    else refuse('header', message, help, ['header'], 'header-missing');
  }
  if (!headerRows) return;
  if (first <= (skipped ?? 0) || headerRows.some((row, index) => row !== first + index)) {
    const rows = JSON.stringify(headerRows);
    const message = `header rows ${rows} cannot be read: they must be consecutive and below any skipped rows`;
    const help = 'Correct the rows. If the file has no header, write "header": false.';
    refuse('headerRows', message, help, ['header']);
    return;
  }
  set('header', headerRows.length, 'headerRows');
  if (first > 1) set('skipRows', first - 1, 'headerRows');
  if (headerRows.length > 1 && (headerJoin ?? ' ') !== ' ') {
    const help = 'Remove the property. If a schema names the columns, put a space between the parts of each name.';
    refuse('headerJoin', 'header rows can be joined only with a space', help, ['header']);
  }
}

/** Number of different rows in a list if they run from row 1 without gaps; null otherwise. */
function rowsAbove(rows: readonly number[]): number | null {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  return sorted.every((row, index) => row === index + 1) ? sorted.length : null;
}
