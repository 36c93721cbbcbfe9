import { z } from 'zod';

/*
 * The files a publisher writes beside the data. These schemas are the one definition: they check the files, and the
 * JSON Schemas that editors use (public/schemas/) are made from them.
 */

/** The ellipsis stands in entries that messages propose, for what a person must say. */
const text = z.string().regex(/[^\s…]/, 'must not be blank');

const separator = z
  .string()
  .regex(/^[^\p{L}\p{N}+\-"\r\n]$/u, 'must be one character, and neither letter, digit, sign nor quote');

const numberFormat = {
  thousands: separator.optional().describe('Separator between groups of three digits, such as ","'),
  decimal: separator.optional().describe('Decimal separator; "." when absent'),
};

const label = z.string().regex(/[^0-9\s+\-.,]/, 'must hold more than digits, signs, separators and blanks');

const missing = z
  .array(z.string())
  .optional()
  .describe('Spellings of null, instead of the usual ones (NA, n/a, NULL, -, …); empty cells are null in any case');

/** False where one character would separate groups of three digits and the decimals as well. */
export const distinctSeparators = (format: { thousands?: string | undefined; decimal?: string | undefined }): boolean =>
  format.thousands === undefined || format.thousands !== (format.decimal ?? '.');

export const SAME_SEPARATORS =
  'must not be the decimal separator as well (which is "." unless "decimal" says otherwise)';

const columnKeys = {
  description: text.describe('What the column represents'),
  unit: text.optional().describe('Unit of measurement, or the kind of code or date'),
  rename: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('Name to publish the column under, instead of the one in the file'),
  type: z
    .enum(['int64', 'float64', 'object'])
    .optional()
    .describe('Type of the column, where its values would have another; a value that does not fit is an error'),
  nullable: z.boolean().optional().describe('Null values are allowed though there are none today'),
  required: z.boolean().optional().describe('A null value is an error'),
  missing,
  ...numberFormat,
  strip: z
    .strictObject({ prefix: label.optional(), suffix: label.optional() })
    .optional()
    .describe('Text to take off before a number is read, such as "%" behind it'),
};

const isConsistent = (column: { nullable?: boolean | undefined; required?: boolean | undefined }): boolean =>
  !(column.nullable && column.required);

const INCONSISTENT = { error: 'must not be true together with "required"', path: ['nullable'] };

/** One entry of `columns` in a sidecar. Its separators are checked together with those of `csv`, which stand in for them. */
export const columnSchema = z.strictObject(columnKeys).refine(isConsistent, INCONSISTENT);

/** One column of a file that a data package describes, which may leave columns without a description. */
export const packagedColumnSchema = z
  .strictObject({ ...columnKeys, description: columnKeys.description.optional() })
  .refine(isConsistent, INCONSISTENT);

// Files are read in UTF-16 code units, and one is all that a mark may take.
const character = z
  .string()
  .regex(
    /^[^\p{L}\p{N}\r\n\uFEFF\uD800-\uDFFF\u{10000}-\u{10FFFF}]$/u,
    'must be one character up to U+FFFF, and neither letter, digit nor line ending',
  );

const rows = z.int().min(0).max(1000);

/** The form of the CSV file, where it is not a comma-delimited one in UTF-8 with one header row and plain numbers. */
const csvSchema = z
  .strictObject({
    encoding: z
      .string()
      .refine(
        isEncoding,
        'must be an encoding such as "utf-8", "windows-1252" or "utf-16le" (names of the WHATWG Encoding Standard)',
      )
      .optional()
      .describe('Encoding of the text, by its name in the WHATWG Encoding Standard; UTF-8 when absent'),
    delimiter: character.optional().describe('What separates cells; found among , ; tab and | when absent'),
    quote: z
      .union([character, z.literal('')])
      .optional()
      .describe('What quotes cells, "" for nothing; "\\"" when absent'),
    escape: character
      .optional()
      .describe('What stands before a quote inside a quoted cell; the quote itself when absent'),
    comment: z
      .string()
      .regex(/^[^"\r\n\uFEFF][^\r\n\uFEFF]*$/, 'must be text within a line, and not begin with a quote')
      .optional()
      .describe('Beginning of lines that are comments'),
    trim: z
      .union([z.boolean(), z.literal('start')])
      .optional()
      .describe('Blanks around cells, and around their quotes, are no part of them; "start": those in front'),
    trailingDelimiter: z.boolean().optional().describe('Lines end in a delimiter, behind which there is no cell'),
    skipRows: rows.optional().describe('Lines above the header'),
    footerRows: rows
      .optional()
      .describe('Records at the end that are no data, such as totals and notes; 0 says that the last ones are data'),
    header: z
      .union([
        z.int().min(1).max(10),
        z
          .array(z.string().regex(/\S/, 'must not be blank'))
          .min(1)
          .refine((names) => new Set(names).size === names.length, 'must not name two columns alike'),
      ])
      .optional()
      .describe('Number of header rows; or, where the file has none, the columns’ names'),
    ragged: z
      .enum(['error', 'pad'])
      .optional()
      .describe('What a row with fewer cells than columns is: an error, or one whose last cells are empty'),
    emptyRows: z
      .enum(['keep', 'skip'])
      .optional()
      .describe('What a row without any value is: a record of nulls, or nothing'),
    missing,
    ...numberFormat,
  })
  .refine(distinctSeparators, { error: SAME_SEPARATORS, path: ['thousands'] })
  .refine(({ delimiter, quote }) => delimiter === undefined || (delimiter !== (quote ?? '"') && delimiter !== '"'), {
    error: 'must not be a quote as well',
    path: ['delimiter'],
  })
  .refine(({ delimiter, quote = '"', comment }) => !startsWithAny(comment, [delimiter, quote]), {
    error: 'must not begin with the delimiter or the quote: then it would be a cell',
    path: ['comment'],
  })
  .refine((form) => !form.trim || form.delimiter !== ' ', {
    error: 'has no meaning where blanks separate cells',
    path: ['trim'],
  })
  .refine((form) => form.escape === undefined || form.quote !== '', {
    error: 'has no meaning without a quote',
    path: ['escape'],
  });

function startsWithAny(text: string | undefined, starts: readonly (string | undefined)[]): boolean {
  return text !== undefined && starts.some((start) => start && text.startsWith(start));
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'replacement';
  } catch {
    return false;
  }
}

const schemaLink = z.string().optional().describe('The JSON Schema this file follows, for editors');

/** A sidecar, `<name>.meta.json`; its columns are checked one by one. */
export const sidecarSchema = z.strictObject({
  $schema: schemaLink,
  name: text.describe('Human-readable title'),
  description: text.describe('Two or three sentences that a reader of the data needs'),
  source: text.describe('Institution that publishes the data'),
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).describe('Link to the original source'),
  license: text.describe('Licence of the data, as its publisher names it'),
  category: text.optional().describe('Topic; the folder’s name when absent'),
  csv: csvSchema.optional().describe('The form of the CSV file'),
  columns: z.unknown().optional(),
});

/** `raw-data/catalogue.json`; its categories are checked one by one. */
export const catalogueSchema = z.strictObject({
  $schema: schemaLink,
  title: text.describe('Title of the catalogue'),
  description: text.describe('What the catalogue holds, in one or two sentences'),
  publisher: text.optional().describe('Who runs the catalogue'),
  contact: text.optional().describe('An address to write to: mail or URL'),
  license: text.optional().describe('Licence of the catalogue; each dataset names its own'),
  categories: z.unknown().optional(),
});

/** One entry of `categories` in the catalogue. */
export const categorySchema = z.strictObject({
  title: text.describe('Title of the category'),
  description: text.describe('What belongs into it'),
});

/** The JSON Schemas of the two kinds of file, by their file names in `public/schemas/`. */
export function editorSchemas(): Record<string, object> {
  const sidecar = sidecarSchema.extend({
    columns: z.record(z.string(), columnSchema).optional().describe('What each column represents, by its name'),
  });
  const catalogue = catalogueSchema.extend({
    categories: z
      .record(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), categorySchema)
      .describe('The topics, by the name of their folder'),
  });
  return {
    'dataset.schema.json': { title: 'A dataset’s sidecar, <name>.meta.json', ...z.toJSONSchema(sidecar) },
    'catalogue.schema.json': { title: 'The catalogue, catalogue.json', ...z.toJSONSchema(catalogue) },
  };
}
