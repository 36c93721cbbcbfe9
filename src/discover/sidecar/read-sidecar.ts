import type { z } from 'zod';
import type {
  ColumnDescription,
  Constraints,
  DatasetDetails,
  EditionBounds,
  FileFormat,
  NumberFormat,
  Origin,
  TableRules,
} from '../../model.ts';
import { isObject } from '../../problems/overlay.ts';
import { type Problem, problem, type Report, reportingFew } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { below, type Locatable } from '../json/read-json.ts';
import { isBlank, reportBlanks, withoutBlankFields, withoutRepeats } from './blank-fields.ts';
import type { Description } from './description.ts';
import { detailKeys } from './details-schema.ts';
import { columnSchema, filledSchema, hasDistinctSeparators, SAME_SEPARATORS, sidecarSchema } from './sidecar-schema.ts';
import { undescribedColumn } from './undescribed-column.ts';

/** A checked description of a dataset, without the licence, which `licenseAndCategory` reads. */
export type Metadata = NonNullable<ReturnType<typeof readDescription>>;

/**
 * Checks a dataset's description and reports its problems. Returns null if the description does not reliably say how to read the file.
 * Other problems do not prevent a result, so that the data can be checked in the same run. `folder` is the default category, or null if the
 * file is directly in the raw-data folder.
 */
export function readSidecar(description: Description, folder: string | null, report: Report): Metadata | null {
  return reportingFew(report, (few) => readDescription(description, folder, few));
}

function readDescription(description: Description, folder: string | null, report: Report) {
  const filled = withoutBlankFields(description.value);
  const value = isObject(filled) ? filled : {};
  const refusals = description.packaged?.refusals ?? [];
  let isSound = true;
  const watch: Report = (it) => {
    isSound &&= it.severity === 'hint';
    report(it);
  };
  for (const it of [...refusals, ...(description.packaged?.unchecked ?? [])]) watch(it);
  if (isObject(filled)) reportBlanks(filled, description, watch);
  const content = checkValue(filledSchema, filled, description, watch);
  const csv = sidecarSchema.shape.csv.safeParse(value.csv);
  const format = readFormat(csv.data);
  const columns = readColumns(value.columns, format, description, watch);
  const { category } = licenseAndCategory(description, folder);
  if (category === '' && value.category === undefined) {
    const message = '"category" is missing, and the file is not in a category’s folder';
    const help =
      description.adviceOn?.(['category']) ??
      'Move the CSV file and its sidecar into a category’s folder, or add "category" here.';
    watch(problem('key-missing', description.at([]), message, help));
  }
  // An unknown key may be a mistyped "csv".
  const isReadable = isObject(description.value) && hasKnownKeys(value) && csv.success && refusals.length === 0;
  if (!isReadable || !columns) return null;
  const { name = '', description: text = '', source = '', url = '', formerly = [] } = content ?? {};
  // In a sidecar, column names may have surrounding spaces. If `trim` removes them from the names in the file, they are removed here too.
  const inFile = (column: string): string =>
    format.trim ? column.replace(format.trim === true ? /^[ \t]+|(?<![ \t])[ \t]+$/g : /^ +/, '') : column;
  const entries = value.columns as Record<string, ColumnEntry>;
  /** Names of the columns whose entries have the given key, each with the value of the key. `omit: false` counts as absent. */
  const withKey = <K extends 'omit' | 'flags' | 'date'>(key: K) =>
    [...columns.keys()].flatMap((name) => {
      const it = entries[name]?.[key];
      return it ? [[inFile(name), it] as const] : [];
    });
  return {
    ...{ name, description: text, source, url, category, formerly },
    columns: new Map([...columns].map(([column, described]) => [inFile(column), described])),
    // A valid chart is kept even if other keys have errors, so that it can be checked against the data in the same run.
    details: detailsOf(content ?? { chart: filledSchema.shape.chart.safeParse(value.chart).data }),
    editions: (filledSchema.shape.editions.safeParse(value.editions).data ?? {}) as EditionBounds,
    // Rules are kept like the chart, whatever is wrong with other keys.
    rules: rulesOf(value, description),
    /** Location of the value of `chart`; null if the key is absent. */
    chartPlace: value.chart === undefined ? null : description.at(['chart']),
    from: originOf(value.from, description),
    format: {
      ...format,
      omitted: withKey('omit').map(([column]) => column),
      flags: withKey('flags'),
      dates: withKey('date'),
    },
    /** False if the description has an error. Texts such as `name` may then be empty. */
    isSound,
    /** Locations of the column entries, by column name. */
    columnPlaces: new Map([...columns.keys()].map((it) => [inFile(it), description.at(['columns', it], 'key')])),
  };
}

/** The address of the data file; null if the description states none that is valid. */
function originOf(value: unknown, description: Description): Origin | null {
  const url = sidecarSchema.shape.from.safeParse(value).data;
  return url === undefined ? null : { url, at: description.at(['from']) };
}

/** The valid rules for the table as a whole. */
function rulesOf(value: Readonly<Record<string, unknown>>, { at }: Description): TableRules {
  const { primaryKey, foreignKeys, expect } = sidecarSchema.shape;
  const key = [primaryKey.safeParse(value.primaryKey).data ?? []].flat();
  const expected = expect.safeParse(value.expect).data;
  const foreign = foreignKeys.safeParse(value.foreignKeys).data ?? [];
  return {
    primaryKey: key.length === 0 ? null : { columns: key, at: at(['primaryKey'], 'key') },
    foreignKeys: foreign.map(({ fields, reference }, index) => ({
      column: [fields].flat()[0] as string,
      dataset: reference.resource ?? '',
      references: [reference.fields].flat()[0] as string,
      at: at(['foreignKeys', index]),
    })),
    expect: expected ? ({ ...expected, at: at(['expect'], 'key') } as TableRules['expect']) : null,
  };
}

/** The optional details in a description, except the licence, in the order of `detailKeys`. */
function detailsOf(content: z.infer<typeof filledSchema>): Omit<DatasetDetails, 'license'> {
  const keys = Object.keys(detailKeys) as (keyof typeof detailKeys)[];
  const stated = Object.fromEntries(keys.map((key) => [key, content[key] ?? null])) as Omit<DatasetDetails, 'license'>;
  const { chart, keywords } = content;
  const members = Object.entries(chart ?? {}).filter(([key, value]) => key !== 'title' || !isBlank(value));
  const choice = Object.fromEntries(members.map(([key, value]) => [key, key === 'y' ? [value].flat() : value]));
  return { ...stated, keywords: withoutRepeats(keywords), chart: chart === undefined ? null : choice };
}

export const NO_DETAILS: DatasetDetails = { license: { spdx: null, url: null }, ...detailsOf({}) };

/** The value of a sidecar's `csv` key; undefined if it is absent. */
export type CsvEntry = z.infer<typeof sidecarSchema>['csv'];

/** The format of a file, with defaults for absent keys. */
export function readFormat(csv: CsvEntry): FileFormat {
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
    rename: csv?.rename ?? null,
    omitted: [],
    flags: [],
    dates: [],
    ragged: csv?.ragged ?? 'error',
    emptyRows: csv?.emptyRows ?? null,
    repeatedHeader: csv?.repeatedHeader ?? 'error',
    ...(csv?.missing ? { missing: csv.missing } : {}),
    numberFormat: numberFormatOf(csv),
  };
}

/** Checks the entries of columns, by name, and reports their problems. Returns null if any says how to read the file and is wrong. */
export function readColumns(value: unknown, format: FileFormat, description: Description, report: Report) {
  const columns = new Map<string, ColumnDescription>();
  if (value === undefined) return columns;
  if (!isObject(value)) {
    const message = '"columns" must be an object with an entry for each column';
    const help = 'Write "columns": {} here, and give each column an entry with its name as the key.';
    report(problem('value-invalid', description.at(['columns']), message, help));
    return null;
  }
  let isReadable = true;
  // A Zod record schema would drop a column named __proto__.
  for (const [name, entry] of Object.entries(value)) {
    const column = checkValue(columnSchema, entry, below(description, 'columns', name), report);
    const fault = column && sameSeparators(name, column, format, description);
    if (fault) report(fault);
    if (column && !fault) columns.set(name, columnOf(name, column, format, description));
    else isReadable = false;
  }
  return isReadable ? columns : null;
}

type ColumnEntry = z.infer<typeof columnSchema>;

function columnOf(name: string, column: ColumnEntry, format: FileFormat, description: Description): ColumnDescription {
  const { packaged, dictionary } = description;
  const defaults = undescribedColumn(format);
  const numberFormat = numberFormatOf(column);
  const { title, description: text, unit, rename, type, nullable, missing, date, labels } = column;
  const { required: isRequired, ...constraints } = column.constraints ?? {};
  const required = column.required ?? isRequired;
  const claim = packaged?.claims.get(name);
  return {
    ...defaults,
    ...stated({ title, description: text, unit, rename, type, nullable, required, missing, date, labels, claim }),
    numberFormat: { ...defaults.numberFormat, ...numberFormat },
    ...(Object.keys(constraints).length > 0 && { constraints: stated(constraints) as Constraints }),
    // If a data package declares a type, numbers are not required: values that contradict the type are only reported as a hint.
    isNumber: claim === undefined && type !== 'object' && Object.keys(numberFormat).length > 0,
    ...(dictionary?.has(name) ? { mayBeAbsent: 'declared' } : {}),
    ...(packaged?.fields.has(name) ? { mayBeAbsent: packaged.fieldsMayBeAbsent ? 'declared' : 'doubted' } : {}),
  };
}

/** The problem of a column that sets a thousands or decimal separator, if the two are equal; null otherwise. */
function sameSeparators(name: string, column: ColumnEntry, format: FileFormat, document: Locatable): Problem | null {
  const hasOwn = column.thousands !== undefined || column.decimal !== undefined;
  if (!hasOwn || hasDistinctSeparators({ ...format.numberFormat, ...numberFormatOf(column) })) return null;
  const key = column.thousands ? 'thousands' : 'decimal';
  const location = document.at(['columns', name, key]);
  const reason = key === 'thousands' ? SAME_SEPARATORS : 'must differ from the thousands separator, which "csv" sets';
  const help = 'Set "thousands" and "decimal" to different characters for this column.';
  return problem('value-invalid', location, `"${location.name}" ${reason}`, help);
}

function numberFormatOf(entry: ColumnEntry | CsvEntry = {}): NumberFormat {
  const { thousands, decimal, negative, strip }: ColumnEntry = entry as ColumnEntry;
  return stated({ thousands, decimal, negative, strip }) as NumberFormat;
}

/** The members of an object that are neither null nor undefined. */
function stated<T extends object>(members: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as never;
}

/**
 * The licence and the category of a dataset, even if its description has errors, so that both can be checked in the same run. `license` is
 * null if the description names no licence. It is empty if the licence cannot be determined, for example because an unknown key may be a
 * mistyped "license". `category` defaults to `folder`. It is empty if it is invalid, or if neither it nor `folder` is given.
 */
export function licenseAndCategory({ value }: Description, folder: string | null) {
  const filled = withoutBlankFields(value);
  if (!isObject(filled)) return { license: '', category: folder ?? '' };
  const { license, category } = filled;
  const unstated = hasKnownKeys(filled) ? null : '';
  return {
    license: license === undefined ? unstated : typeof license === 'string' ? license : '',
    category: category === undefined ? (folder ?? '') : (sidecarSchema.shape.category.safeParse(category).data ?? ''),
  };
}

function hasKnownKeys(filled: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(filled).every((key) => Object.hasOwn(sidecarSchema.shape, key));
}
