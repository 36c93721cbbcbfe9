import { z } from 'zod';
import { isDatePattern } from '../../contract/date-pattern.ts';
import { MAX_COLUMN_COUNT, MAX_LABELS, MAX_TITLE } from '../../contract/limits.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { canonicalLanguage, languageNamed } from '../language-tag.ts';
import { nameDataset } from '../name-dataset.ts';
import { areDistinct, columnName, columnNames, detailKeys, editorChart, keywordsSchema } from './details-schema.ts';
import { constraintsSchema, ruleKeys } from './rules-schema.ts';

/*
 * Schemas of the files that publishers write to describe their data. They are the only definition: the files are checked against them, and
 * the JSON Schemas for editors (public/schemas/) are generated from them.
 */

const text = z.string().regex(/\S/, 'must not be blank');

/** A dataset's name or source. The length is limited, since pages repeat both. */
const title = text.max(MAX_TITLE, `must have at most ${formatCount(MAX_TITLE, 'character')}, because pages repeat it`);

/** An optional string. A blank one counts as absent. */
const optionalText = z.string().optional();

const separator = z
  .string()
  .regex(/^[^\p{L}\p{N}+\-"\r\n]$/u, 'must be one character that is not a letter, digit, +, -, " or line break');

const numberKeys = {
  thousands: separator.describe('Thousands separator, such as ","'),
  decimal: separator.describe('Decimal separator; "." when absent'),
};

const label = z
  .string()
  .regex(/[^0-9\s+\-.,]/, 'must contain at least one character that is not a digit, whitespace, "+", "-", "." or ","');

const missing = z
  .array(z.string())
  .describe('Null markers that replace the default ones (NA, n/a, NULL, - and others); empty cells are always null');

type Separators = { thousands?: string | undefined; decimal?: string | undefined };

/** Whether the thousands and decimal separators differ. */
export const hasDistinctSeparators = ({ thousands, decimal = '.' }: Separators): boolean => thousands !== decimal;

export const SAME_SEPARATORS = 'must differ from the decimal separator (which is "." unless "decimal" is set)';

/** An entry of `columns` in a sidecar. Whether its two separators differ is checked elsewhere, since they default to those of `csv`. */
export const columnSchema = z
  .strictObject({
    title: z.string().describe('Human-readable name of the column'),
    description: z.string().describe('What the column represents'),
    unit: z.string().describe('Unit of measurement, or what kind of code or date the values are'),
    rename: columnName.describe('Name under which to publish the column, instead of the one in the file'),
    type: z
      .enum(['int64', 'float64', 'object'], { error: 'must be "int64", "float64" or "object"' })
      .describe('Type that the column must have; a value that cannot be read as this type is an error'),
    omit: z.boolean().describe('Leave the column out: its values are not published'),
    nullable: z.boolean().describe('Null values are allowed, even if the column has no nulls yet'),
    required: z.boolean().describe('A null value is an error'),
    constraints: constraintsSchema.describe('Rules for the values; a value that breaks one is an error'),
    missing,
    ...numberKeys,
    strip: z
      .strictObject({ prefix: label, suffix: label })
      .partial()
      .describe('Text to remove before or after numbers, such as the suffix "%"'),
    negative: z
      .enum(['(1)', '1-', '−1'], { error: 'must be "(1)", "1-" or "−1"' })
      .describe('How negative numbers are written, if not with a leading hyphen: "(1)", "1-" or "−1" for minus one'),
    flags: columnName.describe('Name of an additional column for the flags after the values, such as "p" in "12.3 p"'),
    date: z
      .string()
      .refine(isDatePattern, 'must be a date pattern with year and month, such as "dd.mm.yyyy" or "mm/dd/yyyy HH:MM"')
      .describe('How dates are written, such as "dd.mm.yyyy"; they are published as ISO 8601 (2020-12-31)'),
    labels: z
      .record(z.string(), text)
      .refine((labels) => Object.keys(labels).length > 0, 'must have a label for at least one value')
      .refine(
        (labels) => Object.keys(labels).length <= MAX_LABELS,
        `must have at most ${formatCount(MAX_LABELS, 'label')}`,
      )
      .describe('What the values mean, such as { "1": "yea", "6": "nay" }; the values are published as they are'),
  })
  .partial()
  .refine(({ nullable, required, constraints }) => !(nullable && (required ?? constraints?.required)), {
    error: 'must not be true if "required" is true',
    path: ['nullable'],
  });

// Files are parsed one UTF-16 code unit at a time, so a delimiter, quote or escape character must be a single unit.
const ONE_CHARACTER = 'must be a single character up to U+FFFF that is not a letter, digit or line break';
const character = z.string().regex(/^[^\p{L}\p{N}\r\n\uFEFF\uD800-\uDFFF\u{10000}-\u{10FFFF}]$/u, ONE_CHARACTER);

const rows = z.int().min(0).max(1000);

const renameSchema = z.strictObject({
  column: z.int().min(1).max(MAX_COLUMN_COUNT).describe('Position of the column, counted from 1'),
  from: z.string().nullable().describe('Name at this position in the header; null if the header has no cell there'),
  to: columnName.describe('New name of the column; "columns" must use it too'),
});

const csvSchema = z
  .strictObject({
    encoding: z
      .string()
      .refine(
        // Throws if the label is unknown or its encoding is not supported.
        (label) => attempt(() => new TextDecoder(label) !== null, false),
        'must be an encoding such as "utf-8", "windows-1252" or "utf-16le" (a name of the WHATWG Encoding Standard)',
      )
      .describe('Encoding, as named in the WHATWG standard; when absent, UTF-8, or UTF-16 with a byte order mark'),
    delimiter: character.describe('Cell delimiter; when absent, a tab in .tsv files, otherwise detected'),
    quote: z
      .union([character, z.literal('')], { error: `${ONE_CHARACTER}; "" means that cells are never quoted` })
      .describe('Quote character around cells; "" if cells are never quoted; "\\"" when absent'),
    escape: character.describe('Escape character before a quote inside a quoted cell; the quote itself when absent'),
    comment: z
      .string()
      .regex(/^[^"\r\n\uFEFF][^\r\n\uFEFF]*$/, 'must not be empty, start with a quote or contain a line break')
      .describe('Text that every comment line starts with'),
    trim: z
      .union([z.boolean(), z.literal('start')], { error: 'must be true, false or "start"' })
      .describe('Remove spaces and tabs around cells, even inside quotes; "start" removes only spaces before cells'),
    trailingDelimiter: z.boolean().describe('Every line ends in an extra delimiter, with no cell after it'),
    skipRows: rows.describe('Number of lines to skip at the start of the file'),
    footerRows: rows.describe(
      'Number of records at the end that are not data, such as totals and notes; 0 if all records are data',
    ),
    header: z
      .union([z.int().min(1).max(10), columnNames], { error: 'must be a number from 1 to 10, or a list of names' })
      .describe('Number of header rows, or the names of the columns if the file has no header'),
    rename: z
      .array(renameSchema)
      .min(1)
      .refine((renames) => areDistinct(renames.map(({ column }) => column)), 'must not contain the same "column" twice')
      .refine((renames) => areDistinct(renames.map(({ to }) => to)), 'must not give two columns the same name ("to")')
      .describe('Names for columns without a name or with a repeated one; "column" and "from" identify each column'),
    ragged: z
      .enum(['error', 'pad'])
      .describe('How to treat a row with fewer cells than columns: as an error, or as if its last cells were empty'),
    emptyRows: z
      .enum(['keep', 'skip'])
      .describe('How to treat a row without any value: keep it as a record of nulls, or skip it'),
    repeatedHeader: z
      .enum(['error', 'skip'])
      .describe('How to treat a row that repeats the header, as on each page of a report: report an error, or skip it'),
    missing,
    ...numberKeys,
  })
  .partial()
  .refine(hasDistinctSeparators, { error: SAME_SEPARATORS, path: ['thousands'] })
  .refine(({ delimiter, quote }) => delimiter === undefined || (delimiter !== (quote ?? '"') && delimiter !== '"'), {
    error: 'must be neither the quote character nor "',
    path: ['delimiter'],
  })
  .refine(({ delimiter, quote = '"', comment }) => ![delimiter, quote].some((it) => it && comment?.startsWith(it)), {
    error: 'must not start with the delimiter or the quote, because a row of data may start with either',
    path: ['comment'],
  })
  .refine((format) => !format.trim || format.delimiter !== ' ', {
    error: 'has no meaning if spaces separate cells',
    path: ['trim'],
  })
  .refine(({ rename, header }) => rename === undefined || !Array.isArray(header), {
    error: 'has no meaning if "header" lists the names',
    path: ['rename'],
  })
  .refine(({ rename, ragged }) => ragged !== 'pad' || !rename?.some(({ from }) => from === null), {
    error: 'must not be "pad" if a "from" in "rename" is null: rows without a cell for that column would go unnoticed',
    path: ['ragged'],
  })
  .refine((format) => format.escape === undefined || format.quote !== '', {
    error: 'has no meaning if cells are never quoted',
    path: ['escape'],
  });

const share = z.number().min(0).max(1);
const isCompared = z.boolean();

/** How much an edition may differ from the last one; `docs/editions.md` has the defaults. */
const editionsSchema = z
  .strictObject({
    minRows: share.describe('Least number of rows, as a share of those of the last edition; 0.9 when absent'),
    maxRows: z.number().min(1).describe('How many times the rows of the last edition are too many; 2 when absent'),
    nullShare: share.describe('How much the share of nulls of a column may grow, from 0 to 1; 0.1 when absent'),
    goneValues: z.int().min(0).describe('How many values that identify or group records may be missing; 0 when absent'),
    goneRecords: share.describe('Share of the records, by their key, that may be missing; 0.5 when absent'),
    moved: z
      .number()
      .min(0)
      .describe('How far a median may move, in interquartile ranges, and an extreme, in ranges; 10 when absent'),
    revised: share.describe(
      'How far most values may move in records with the same key, as a share; 0.1 when absent, or 0.5 without times',
    ),
    numbers: isCompared.describe(
      'false: numbers that seem to be multiplied, exchanged, constant or of other times are right',
    ),
    columns: isCompared.describe('false: columns may be missing or have other names'),
    types: isCompared.describe('false: columns may have other types, and times other formats'),
    span: isCompared.describe('false: the time span may end earlier'),
    key: isCompared.describe('false: columns that identify records may stop doing so'),
    doubts: isCompared.describe('false: hints about the file that are new stop nothing'),
  })
  .partial();

/** A config name that a dataset can have had. */
const configName = z
  .string()
  .refine((text) => {
    const naming = nameDataset(text);
    return 'name' in naming && naming.name === text;
  }, 'must be the name of a dataset as in its address, such as "house-prices"')
  .meta({ pattern: '^[a-z0-9][a-z0-9_-]*$' });

const schemaLink = z.string().optional().describe('Link to the JSON Schema of this file, for editors');

/** The address of a data file. Everybody can read it, so it must not contain a password. */
const fileAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .regex(/^[^/]*\/\/[^/?#@]*(?:[/?#]|$)/, 'must not contain a user name or password');

/** A sidecar, `<name>.meta.json`. Its columns are checked individually elsewhere. */
export const sidecarSchema = z.strictObject({
  $schema: schemaLink,
  name: title.describe('Human-readable title'),
  description: text.describe('What readers of the data need to know, in two or three sentences'),
  source: title.describe('Institution that publishes the data'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .describe('Link to the original source, http or https'),
  license: optionalText.describe(
    'Licence of the data: an SPDX identifier such as CC-BY-4.0, a URL or a name; when absent, that of the catalogue',
  ),
  category: optionalText.describe('Category of the dataset; the name of its folder when absent'),
  formerly: z
    .array(configName)
    .refine(areDistinct, 'must not contain a name twice')
    .optional()
    .describe('Names that the dataset had before, as in its address; the old addresses lead to it'),
  from: fileAddress
    .optional()
    .describe(
      'Address of the file, from which "almanac update" fetches new editions; #NAME names one table of an archive',
    ),
  ...detailKeys,
  ...ruleKeys,
  csv: csvSchema.optional().describe('Format of the CSV file'),
  editions: editionsSchema.optional().describe('How much an edition may differ from the last one that was published'),
  columns: z.unknown().optional(),
});

/** Like `sidecarSchema`, but required fields may be missing, for example because they were blank. `reportBlanks` reports them. */
export const filledSchema = sidecarSchema.partial({ name: true, description: true, source: true, url: true });

/** The defaults of a category. Their columns are checked individually elsewhere. */
export const defaultsSchema = sidecarSchema
  .pick({ source: true, url: true, license: true, csv: true, columns: true })
  .partial();

/** `raw-data/catalogue.json`. Its categories are checked individually elsewhere. */
export const catalogueSchema = z.strictObject({
  $schema: schemaLink,
  title: text.describe('Title of the catalogue'),
  description: text.describe('What the catalogue contains, in one or two sentences'),
  publisher: optionalText.describe('Who runs the catalogue'),
  contact: optionalText.describe('Email address or URL for contacting the publisher'),
  license: optionalText.describe(
    'Licence of every dataset that does not name one: an SPDX identifier, a URL, or a name',
  ),
  language: z
    .string()
    .superRefine((tag, { addIssue }) => {
      if (!/\S/.test(tag) || canonicalLanguage(tag) !== null) return;
      const meant = languageNamed(tag);
      const message = `must be a language tag (BCP 47) such as "en" or "de-CH"${meant === null ? '' : ` (did you mean "${meant}"?)`}`;
      addIssue({ code: 'custom', message, input: tag });
    })
    .optional()
    .describe('Language of the texts, as a language tag (BCP 47) such as en or de-CH; en when absent'),
  direction: z
    .enum(['ltr', 'rtl'], { error: 'must be "ltr" (left to right) or "rtl" (right to left)' })
    .optional()
    .describe('Writing direction of the texts; that of the language when absent'),
  keywords: keywordsSchema.optional().describe('Keywords that describe the catalogue'),
  accent: z
    .string()
    .regex(/^(?:\s*|#[0-9a-fA-F]{6})$/, 'must be # followed by six hexadecimal digits, such as "#0b5a6f"')
    .optional()
    .describe('Accent colour of the pages: # followed by six hexadecimal digits'),
  logo: optionalText.describe('Path of an SVG file in the raw-data folder, of at most 32 KB and without scripts'),
  featured: optionalText.describe('Name of the dataset whose chart the home page shows; chosen by a rule when absent'),
  categories: z.unknown().optional(),
});

export const categorySchema = z.strictObject({
  title: text.describe('Title of the category'),
  description: text.describe('What the category contains'),
  defaults: z.unknown().optional(),
});

/** The JSON Schemas of sidecars and of the catalogue, by file name in `public/schemas/`. */
export function editorSchemas(): Record<string, object> {
  const columns = z.record(z.string(), columnSchema).optional().describe('Descriptions of the columns, by column name');
  const sidecar = sidecarSchema.extend({ chart: editorChart, columns });
  const category = categorySchema.extend({
    defaults: defaultsSchema
      .extend({ columns })
      .optional()
      .describe('What sidecars of the category need not repeat, and a dictionary of columns'),
  });
  const catalogue = catalogueSchema.extend({
    categories: z
      .record(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), category)
      .describe('Categories of the catalogue, by folder name'),
  });
  return {
    'dataset.schema.json': { title: 'A dataset’s sidecar, <name>.meta.json', ...z.toJSONSchema(sidecar) },
    'catalogue.schema.json': { title: 'The catalogue, catalogue.json', ...z.toJSONSchema(catalogue) },
  };
}
