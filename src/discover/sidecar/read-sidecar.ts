import type { z } from 'zod';
import type { ColumnDescription, DatasetDescription, FileFormat, NumberFormat } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { isObject } from '../json/read-json.ts';
import type { Description, Location } from './description.ts';
import {
  columnSchema,
  distinctSeparators,
  packagedColumnSchema,
  SAME_SEPARATORS,
  sidecarSchema,
} from './sidecar-schema.ts';

/** A dataset's description, and where its columns' entries stand. */
export interface Metadata extends DatasetDescription {
  /** False when something is wrong with it; what is missing is blank then. */
  isSound: boolean;
  columnPlaces: ReadonlyMap<string, Location>;
}

/**
 * Checks a dataset's description, and reports everything wrong with it. Null when it does not say soundly how to read the
 * file; a description with other faults goes on, so that the file's own problems are found in the same run. `folder` is the
 * category when the description names none.
 */
export function readMetadata(description: Description, folder: string | null, report: Report): Metadata | null {
  const value = isObject(description.value) ? description.value : {};
  const refusals = description.packaged?.refusals ?? [];
  let isSound = true;
  const watch: Report = (it) => {
    isSound = false;
    report(it);
  };
  for (const refusal of refusals) watch(refusal);
  const content = checkValue(sidecarSchema, description.value, description, [], watch);
  const csv = sidecarSchema.shape.csv.safeParse(value.csv);
  const columns = readColumns(value.columns, csv.data, description, watch);
  // A key that is not known may be "csv" mistyped.
  const isKnown = Object.keys(value).every((key) => Object.hasOwn(sidecarSchema.shape, key));
  const isReadable = isObject(description.value) && isKnown && csv.success && refusals.length === 0;
  if (!isReadable || !columns) return null;
  const { name = '', description: text = '', source = '', url = '', license = '' } = content ?? {};
  return {
    ...{ name, description: text, source, url, license, columns },
    category: categoryOf(value, folder, description, watch),
    format: readForm(csv.data),
    isSound,
    columnPlaces: new Map([...columns.keys()].map((name) => [name, description.at(['columns', name], 'key')])),
  };
}

/** The category; blank, and reported, where neither description nor folder names one. */
function categoryOf(
  value: Readonly<Record<string, unknown>>,
  folder: string | null,
  description: Description,
  report: Report,
): string {
  if (value.category !== undefined) return sidecarSchema.shape.category.safeParse(value.category).data ?? '';
  if (folder !== null) return folder;
  report(
    problem(
      'key-missing',
      description.at([]),
      '"category" is missing, and the file is in no category’s folder that could name it',
      description.adviceOn?.(['category']) ??
        'Move the CSV and its sidecar into a category’s folder, or add "category" here.',
    ),
  );
  return '';
}

/** The entry `csv` of a sidecar. */
export type CsvEntry = z.infer<typeof sidecarSchema>['csv'];

/** The form of a file, with what holds where the entry says nothing. */
export function readForm(csv: CsvEntry): FileFormat {
  return {
    encoding: csv?.encoding ?? null,
    delimiter: csv?.delimiter ?? null,
    quote: csv?.quote ?? '"',
    escape: csv?.escape ?? csv?.quote ?? '"',
    comment: csv?.comment ?? null,
    trim: csv?.trim ?? null,
    trailingDelimiter: csv?.trailingDelimiter ?? false,
    skipRows: csv?.skipRows ?? 0,
    footerRows: csv?.footerRows ?? null,
    header: csv?.header ?? null,
    ragged: csv?.ragged ?? 'error',
    emptyRows: csv?.emptyRows ?? null,
    ...(csv?.missing ? { missing: csv.missing } : {}),
    numberFormat: formatOf(csv),
  };
}

function readColumns(
  value: unknown,
  csv: CsvEntry,
  description: Description,
  report: Report,
): Map<string, ColumnDescription> | null {
  if (value === undefined) return new Map();
  if (!isObject(value)) {
    report(
      problem(
        'value-invalid',
        description.at(['columns']),
        '"columns" must be an object with an entry for each column',
        'Write { "column name": { "description": "…", "unit": "…" } }.',
      ),
    );
    return null;
  }
  // One by one and not as a record schema: zod drops a key named __proto__, and a column may have that name.
  const columns = new Map<string, ColumnDescription>();
  const schema = description.packaged ? packagedColumnSchema : columnSchema;
  let isReadable = true;
  for (const [name, entry] of Object.entries(value)) {
    const column = checkValue(schema, entry, description, ['columns', name], report) ?? withoutTexts(entry);
    if (column && hasDistinctSeparators(name, column, csv, description, report)) {
      columns.set(name, columnOf(name, column, csv, description));
    } else isReadable = false;
  }
  return isReadable ? columns : null;
}

/** What a faulty entry says of how to read its column; null where the fault is there. */
function withoutTexts(entry: unknown): ColumnEntry | null {
  if (!isObject(entry)) return null;
  const { description: _, unit: __, ...reading } = entry;
  return packagedColumnSchema.safeParse(reading).data ?? null;
}

type ColumnEntry = z.infer<typeof packagedColumnSchema>;

function columnOf(name: string, column: ColumnEntry, csv: CsvEntry, { packaged }: Description): ColumnDescription {
  const missing = column.missing ?? csv?.missing;
  const claim = packaged?.claims.get(name);
  const format = formatOf(column);
  return {
    description: column.description ?? '',
    ...(column.unit ? { unit: column.unit } : {}),
    ...(column.rename ? { rename: column.rename } : {}),
    ...(column.type ? { type: column.type } : {}),
    nullable: column.nullable ?? false,
    required: column.required ?? false,
    ...(missing ? { missing } : {}),
    numberFormat: { ...formatOf(csv), ...format },
    // What a package claims may be contradicted: that is told, and keeps nothing from being published.
    isNumber: claim === undefined && column.type !== 'object' && Object.keys(format).length > 0,
    ...(claim ? { claim } : {}),
    ...(packaged?.absentColumns.has(name) ? { mayBeAbsent: true } : {}),
  };
}

/** False, and reported, where a column's own separators are one character together with those of the file. */
function hasDistinctSeparators(
  name: string,
  column: ColumnEntry,
  csv: CsvEntry,
  description: Description,
  report: Report,
): boolean {
  const hasOwn = column.thousands !== undefined || column.decimal !== undefined;
  if (!hasOwn || distinctSeparators({ ...formatOf(csv), ...formatOf(column) })) return true;
  const key = column.thousands ? 'thousands' : 'decimal';
  const location = description.at(['columns', name, key]);
  const message =
    key === 'thousands' ? SAME_SEPARATORS : 'must not be the separator of thousands as well, which "csv" says for it';
  report(
    problem(
      'value-invalid',
      location,
      `"${location.name}" ${message}`,
      'Say both "thousands" and "decimal" for this column.',
    ),
  );
  return false;
}

function formatOf(entry: ColumnEntry | CsvEntry): NumberFormat {
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
