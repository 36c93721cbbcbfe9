import { z } from 'zod';
import { isDatePattern } from '../../contract/date-pattern.ts';
import { MAX_COLUMN_COUNT, MAX_TITLE } from '../../contract/limits.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { canonicalLanguage, languageNamed } from '../language-tag.ts';
import { areDistinct, columnName, columnNames, detailKeys, editorChart, keywordsSchema } from './details-schema.ts';

/*
 * The files that a publisher writes beside the data. These schemas are the only definition: they check the files, and the JSON
 * Schemas for editors (public/schemas/) are made from them.
 */

const text = z.string().regex(/\S/, 'must not be blank');

/** Text that every page repeats. */
const title = text.max(MAX_TITLE, `must have at most ${formatCount(MAX_TITLE, 'character')}: every page repeats it`);

/** A string that may be blank, which means that it is absent. */
const optionalText = z.string().optional();

const separator = z
  .string()
  .regex(/^[^\p{L}\p{N}+\-"\r\n]$/u, 'must be one character, and not a letter, digit, sign or quote');

const numberKeys = {
  thousands: separator.optional().describe('Separator between groups of three digits, such as ","'),
  decimal: separator.optional().describe('Decimal separator; "." when absent'),
};

const label = z
  .string()
  .regex(/[^0-9\s+\-.,]/, 'must contain a character that is not a digit, sign, separator or blank');

const missing = z
  .array(z.string())
  .optional()
  .describe('Spellings of null, instead of the usual ones (NA, n/a, NULL, - and others); empty cells are always null');

/** False if the same character would separate both groups of three digits and decimals. */
export const hasDistinctSeparators = (format: {
  thousands?: string | undefined;
  decimal?: string | undefined;
}): boolean => format.thousands === undefined || format.thousands !== (format.decimal ?? '.');

export const SAME_SEPARATORS = 'must differ from the decimal separator (which is "." unless "decimal" is set)';

const columnKeys = {
  title: optionalText.describe('Name of the column for readers, such as a heading'),
  description: optionalText.describe('What the column represents'),
  unit: optionalText.describe('Unit of measurement, or the kind of code or date'),
  rename: columnName.optional().describe('Name under which to publish the column, instead of the one in the file'),
  type: z
    .enum(['int64', 'float64', 'object'])
    .optional()
    .describe('Type of the column, if its values suggest another; a value that does not fit is an error'),
  omit: z.boolean().optional().describe('Leave the column out: its values are not published'),
  nullable: z.boolean().optional().describe('Null values are allowed, even if there are none today'),
  required: z.boolean().optional().describe('A null value is an error'),
  missing,
  ...numberKeys,
  strip: z
    .strictObject({ prefix: label.optional(), suffix: label.optional() })
    .optional()
    .describe('Text to remove before a number is read, such as "%" after it'),
  negative: z
    .enum(['(1)', '1-', '−1'])
    .optional()
    .describe('How negative numbers are written, if not with a hyphen before them: "(1)", "1-" or "−1" for minus one'),
  flags: columnName
    .optional()
    .describe('Name of a column to which flags after the values are moved: of "12.3 p", "p" is moved there'),
  date: z
    .string()
    .refine(isDatePattern, 'must have year and month as "yyyy" and "mm", such as "dd.mm.yyyy" or "mm/dd/yyyy HH:MM"')
    .optional()
    .describe('How dates are written, such as "dd.mm.yyyy"; they are published as ISO 8601 (2020-12-31)'),
};

const isConsistent = (column: { nullable?: boolean | undefined; required?: boolean | undefined }): boolean =>
  !(column.nullable && column.required);

const INCONSISTENT = { error: 'must not be true if "required" is true', path: ['nullable'] };

/** One entry of `columns` in a sidecar. Its separators default to those of `csv`, so they are checked together elsewhere. */
export const columnSchema = z.strictObject(columnKeys).refine(isConsistent, INCONSISTENT);

// Files are read in UTF-16 code units, and each of these characters must be a single unit.
const ONE_CHARACTER = 'must be one character up to U+FFFF, and not a letter, digit or line ending';
const character = z.string().regex(/^[^\p{L}\p{N}\r\n\uFEFF\uD800-\uDFFF\u{10000}-\u{10FFFF}]$/u, ONE_CHARACTER);

const rows = z.int().min(0).max(1000);

const renameSchema = z.strictObject({
  column: z.int().min(1).max(MAX_COLUMN_COUNT).describe('Position of the column, from 1'),
  from: z.string().nullable().describe('Name that the header has there; null if it has no cell for the column'),
  to: columnName.describe('Name that the column has from then on, also under "columns"'),
});

/** The format of a CSV file. Every key has a default: comma-delimited UTF-8 with one header row and plain numbers. */
const csvSchema = z
  .strictObject({
    encoding: z
      .string()
      .refine(
        isEncoding,
        'must be an encoding such as "utf-8", "windows-1252" or "utf-16le" (a name of the WHATWG Encoding Standard)',
      )
      .optional()
      .describe('Encoding of the text, by its name in the WHATWG Encoding Standard; UTF-8 when absent'),
    delimiter: character.optional().describe('Character between cells; when absent, one of , ; tab and | is detected'),
    quote: z
      .union([character, z.literal('')], { error: `${ONE_CHARACTER}, or ""` })
      .optional()
      .describe('Character around quoted cells; "" if cells are never quoted; "\\"" when absent'),
    escape: character
      .optional()
      .describe('Character before a quote inside a quoted cell; the quote itself when absent'),
    comment: z
      .string()
      .regex(/^[^"\r\n\uFEFF][^\r\n\uFEFF]*$/, 'must be on one line, and not begin with a quote')
      .optional()
      .describe('Text that begins every comment line'),
    trim: z
      .union([z.boolean(), z.literal('start')], { error: 'must be true, false or "start"' })
      .optional()
      .describe('Remove blanks around cells, and around their quotes; "start" removes only those before them'),
    trailingDelimiter: z.boolean().optional().describe('Lines end with a delimiter that no cell follows'),
    skipRows: rows.optional().describe('Number of lines above the header'),
    footerRows: rows
      .optional()
      .describe(
        'Number of records at the end that are not data, such as totals and notes; 0 if the last records are data',
      ),
    header: z
      .union([z.int().min(1).max(10), columnNames], { error: 'must be a number from 1 to 10, or a list of names' })
      .optional()
      .describe('Number of header rows; or the names of the columns, if the file has no header'),
    rename: z
      .array(renameSchema)
      .min(1)
      .refine((renames) => areDistinct(renames.map(({ column }) => column)), 'must not contain a position twice')
      .refine((renames) => areDistinct(renames.map(({ to }) => to)), 'must not contain a new name twice')
      .optional()
      .describe('Names for columns without a name of their own, by position and by the name that the header has there'),
    ragged: z
      .enum(['error', 'pad'])
      .optional()
      .describe('How to read a row with fewer cells than columns: as an error, or as if its last cells were empty'),
    emptyRows: z
      .enum(['keep', 'skip'])
      .optional()
      .describe('How to read a row without any value: keep it as a record of nulls, or skip it'),
    repeatedHeader: z
      .enum(['error', 'skip'])
      .optional()
      .describe('How to read a row that repeats the header, such as on each page of a report: as an error, or skip it'),
    missing,
    ...numberKeys,
  })
  .refine(hasDistinctSeparators, { error: SAME_SEPARATORS, path: ['thousands'] })
  .refine(({ delimiter, quote }) => delimiter === undefined || (delimiter !== (quote ?? '"') && delimiter !== '"'), {
    error: 'must not be a quote',
    path: ['delimiter'],
  })
  .refine(({ delimiter, quote = '"', comment }) => !startsWithAny(comment, [delimiter, quote]), {
    error: 'must not begin with the delimiter or the quote, as a row of data may',
    path: ['comment'],
  })
  .refine((format) => !format.trim || format.delimiter !== ' ', {
    error: 'has no meaning if blanks separate cells',
    path: ['trim'],
  })
  .refine(({ rename, header }) => rename === undefined || !Array.isArray(header), {
    error: 'has no meaning if "header" lists the names',
    path: ['rename'],
  })
  .refine(({ rename, ragged }) => ragged !== 'pad' || !rename?.some(({ from }) => from === null), {
    error: 'must not be "pad" if "from" in "rename" is null: it would hide rows that lack that column',
    path: ['ragged'],
  })
  .refine((format) => format.escape === undefined || format.quote !== '', {
    error: 'has no meaning without a quote',
    path: ['escape'],
  });

function startsWithAny(text: string | undefined, starts: readonly (string | undefined)[]): boolean {
  return text !== undefined && starts.some((start) => start && text.startsWith(start));
}

function isEncoding(label: string): boolean {
  try {
    // Throws an error for an unknown label, and for encodings that are not safe to read.
    return new TextDecoder(label) !== null;
  } catch {
    return false;
  }
}

const schemaLink = z.string().optional().describe('The JSON Schema that this file follows, for editors');

/** A sidecar, `<name>.meta.json`. Its columns are checked one by one. */
export const sidecarSchema = z.strictObject({
  $schema: schemaLink,
  name: title.describe('Human-readable title'),
  description: text.describe('Two or three sentences that readers of the data need'),
  source: title.describe('Institution that publishes the data'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .describe('Link to the original source, http or https'),
  license: optionalText.describe(
    'Licence of the data: its SPDX identifier such as CC-BY-4.0, its URL, or its name; the catalogue’s when absent',
  ),
  category: optionalText.describe('Topic; the name of the folder when absent'),
  ...detailKeys,
  csv: csvSchema.optional().describe('Format of the CSV file'),
  columns: z.unknown().optional(),
});

/** A sidecar without its blank fields. The required ones are checked together elsewhere. */
export const filledSchema = sidecarSchema.partial({ name: true, description: true, source: true, url: true });

/** `raw-data/catalogue.json`. Its categories are checked one by one. */
export const catalogueSchema = z.strictObject({
  $schema: schemaLink,
  title: text.describe('Title of the catalogue'),
  description: text.describe('What the catalogue holds, in one or two sentences'),
  publisher: optionalText.describe('Who runs the catalogue'),
  contact: optionalText.describe('Mail address or URL to write to'),
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
    .enum(['ltr', 'rtl'], { error: 'must be "ltr" (left to right) or "rtl"' })
    .optional()
    .describe('Direction in which the texts are written; that of the language when absent'),
  keywords: keywordsSchema.describe('What the catalogue is about, in single words'),
  accent: z
    .string()
    .regex(/^(?:\s*|#[0-9a-fA-F]{6})$/, 'must be # and six hexadecimal digits, such as "#0b5a6f"')
    .optional()
    .describe('Colour of the pages: # and six hexadecimal digits'),
  logo: optionalText.describe('Path of an SVG file in the raw-data folder, of at most 32 KB and without scripts'),
  categories: z.unknown().optional(),
});

/** One entry of `categories` in the catalogue. */
export const categorySchema = z.strictObject({
  title: text.describe('Title of the category'),
  description: text.describe('What belongs to it'),
});

/** The JSON Schemas of both kinds of file, by their file names in `public/schemas/`. */
export function editorSchemas(): Record<string, object> {
  const sidecar = sidecarSchema.extend({
    chart: editorChart,
    columns: z.record(z.string(), columnSchema).optional().describe('What each column represents, by column name'),
  });
  const catalogue = catalogueSchema.extend({
    categories: z
      .record(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), categorySchema)
      .describe('The topics, by folder name'),
  });
  return {
    'dataset.schema.json': { title: 'A dataset’s sidecar, <name>.meta.json', ...z.toJSONSchema(sidecar) },
    'catalogue.schema.json': { title: 'The catalogue, catalogue.json', ...z.toJSONSchema(catalogue) },
  };
}
