import type { z } from 'zod';
import type { ColumnDescription, DatasetDescription, FileForm, NumberFormat, Place } from '../model.ts';
import { problem, type Report } from '../problems.ts';
import { checkValue } from './check-value.ts';
import { columnSchema, distinctSeparators, SAME_SEPARATORS, sidecarSchema } from './description-schemas.ts';
import { type JsonDocument, readJson } from './read-json.ts';

/** A dataset's description, and where its columns' entries stand. */
export interface Metadata extends DatasetDescription {
  placeOfColumn(name: string): Place | null;
}

/**
 * Reads a dataset's sidecar, `<name>.meta.json`. Reports everything wrong with it, and returns null then.
 * `folder` is the category when the sidecar names none.
 */
export function readMetadata(path: string, file: string, folder: string | null, report: Report): Metadata | null {
  const document = readJson(path, file, report);
  if (!document) return null;
  const sidecar = checkValue(sidecarSchema, document.value, document, [], report);
  const rawColumns = isObject(document.value) ? document.value.columns : undefined;
  const columns = readColumns(rawColumns, sidecar?.csv, document, report);
  if (!sidecar || !columns) return null;
  const category = sidecar.category ?? folder;
  if (category === null) {
    report(
      problem(
        'key-missing',
        { file, place: document.placeOf([]) },
        '"category" is missing, and the file is in no category’s folder that could name it',
        'Move the CSV and its sidecar into a category’s folder, or add "category" here.',
      ),
    );
    return null;
  }
  return {
    name: sidecar.name,
    description: sidecar.description,
    source: sidecar.source,
    url: sidecar.url,
    license: sidecar.license,
    category,
    columns,
    form: readForm(sidecar.csv),
    placeOfColumn: (name) => (columns.has(name) ? document.placeOf(['columns', name], 'key') : null),
  };
}

/** The entry `csv` of a sidecar. */
export type CsvEntry = z.infer<typeof sidecarSchema>['csv'];

/** The form of a file, with what holds where the entry says nothing. */
export function readForm(csv: CsvEntry): FileForm {
  return {
    encoding: csv?.encoding ?? null,
    delimiter: csv?.delimiter ?? null,
    quote: csv?.quote ?? '"',
    escape: csv?.escape ?? csv?.quote ?? '"',
    comment: csv?.comment ?? null,
    skipRows: csv?.skipRows ?? 0,
    footerRows: csv?.footerRows ?? 0,
    header: csv?.header ?? null,
    ragged: csv?.ragged ?? 'error',
    ...(csv?.missing ? { missing: csv.missing } : {}),
    format: formatOf(csv),
  };
}

function readColumns(
  value: unknown,
  csv: CsvEntry,
  document: JsonDocument,
  report: Report,
): Map<string, ColumnDescription> | null {
  if (value === undefined) return new Map();
  if (!isObject(value)) {
    report(
      problem(
        'value-invalid',
        { file: document.file, place: document.placeOf(['columns']) },
        '"columns" must be an object with an entry for each column',
        'Write { "column name": { "description": "…", "unit": "…" } }.',
      ),
    );
    return null;
  }
  // One by one and not as a record schema: zod drops a key named __proto__, and a column may have that name.
  const columns = new Map<string, ColumnDescription>();
  let sound = true;
  for (const [name, entry] of Object.entries(value)) {
    const column = checkValue(columnSchema, entry, document, ['columns', name], report);
    const format = { ...formatOf(csv), ...(column ? formatOf(column) : {}) };
    if (column && (column.thousands || column.decimal) && !distinctSeparators(format)) {
      const key = column.thousands ? 'thousands' : 'decimal';
      reportSameSeparators(name, key, document, report);
      sound = false;
    } else if (column) {
      const missing = column.missing ?? csv?.missing;
      columns.set(name, {
        description: column.description,
        ...(column.unit ? { unit: column.unit } : {}),
        ...(column.rename ? { rename: column.rename } : {}),
        ...(column.type ? { type: column.type } : {}),
        nullable: column.nullable ?? false,
        required: column.required ?? false,
        ...(missing ? { missing } : {}),
        format,
        isNumber: column.type !== 'object' && Object.keys(formatOf(column)).length > 0,
      });
    } else sound = false;
  }
  return sound ? columns : null;
}

function reportSameSeparators(
  name: string,
  key: 'thousands' | 'decimal',
  document: JsonDocument,
  report: Report,
): void {
  const message =
    key === 'thousands' ? SAME_SEPARATORS : 'must not be the separator of thousands as well, which "csv" says for it';
  report(
    problem(
      'value-invalid',
      { file: document.file, place: document.placeOf(['columns', name, key]) },
      `"columns.${name}.${key}" ${message}`,
      'Say both "thousands" and "decimal" for this column.',
    ),
  );
}

function formatOf(entry: z.infer<typeof columnSchema> | CsvEntry): NumberFormat {
  if (!entry) return {};
  const strip = 'strip' in entry ? entry.strip : undefined;
  return {
    ...(entry.thousands ? { thousands: entry.thousands } : {}),
    ...(entry.decimal ? { decimal: entry.decimal } : {}),
    ...(strip
      ? {
          strip: {
            ...(strip.prefix ? { prefix: strip.prefix } : {}),
            ...(strip.suffix ? { suffix: strip.suffix } : {}),
          },
        }
      : {}),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
