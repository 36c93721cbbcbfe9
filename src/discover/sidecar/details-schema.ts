import { z } from 'zod';
import { MAX_COLUMN_NAME, MAX_SERIES } from '../../contract/limits.ts';
import type { DatasetDetails } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';

/* Schemas of the sidecar keys for further details of a dataset, such as dates and keywords. These keys are optional. */

/** Maximum length of a text, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_KEYWORDS = 100;
const MAX_KEYWORD_LENGTH = 200;

const detail = z.string().max(MAX_TEXT_LENGTH, `must have at most ${formatCount(MAX_TEXT_LENGTH, 'character')}`);

/** A list of keywords. Blank ones are dropped later. */
export const keywordsSchema = z
  .array(z.string().max(MAX_KEYWORD_LENGTH, `must have at most ${formatCount(MAX_KEYWORD_LENGTH, 'character')}`))
  .max(MAX_KEYWORDS, `must have at most ${formatCount(MAX_KEYWORDS, 'keyword')}`);

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. The schema for editors also allows a blank value, which counts as absent. */
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const date = z
  .string()
  .superRefine((text, { addIssue }) => {
    const reason = whyNotDate(text);
    if (reason !== null) addIssue({ code: 'custom', message: reason, input: text });
  })
  .meta({ pattern: String.raw`^(?:\s*|\d{4}(?:-\d{2}(?:-\d{2})?)?)$` });

/** The name of a column. Its length is limited, since every record repeats it. */
export const columnName = z
  .string()
  .regex(/\S/, 'must not be blank')
  .max(MAX_COLUMN_NAME, `must have at most ${formatCount(MAX_COLUMN_NAME, 'character')}: every record repeats it`);
export const areDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const NAMED_TWICE = 'must not contain a name twice';
export const columnNames = z.array(columnName).min(1).refine(areDistinct, NAMED_TWICE);

/** The value of `chart`, unless it is `false`. */
export const chartSchema = z
  .strictObject({
    type: z
      .enum(['line', 'bar', 'histogram', 'none'], { error: 'must be "line", "bar", "histogram" or "none"' })
      .describe('Kind of chart; "none" for a dataset without a chart'),
    x: columnName.describe('Column of times or categories'),
    y: z
      .union([columnName, z.array(columnName).min(1).max(MAX_SERIES).refine(areDistinct, NAMED_TWICE)], {
        error: `must be the name of a column, or a list of 1 to ${MAX_SERIES} different names`,
      })
      .describe(`Column of numbers, or a list of up to ${MAX_SERIES} such columns`),
    series: columnName.describe('Column whose values are the series, such as countries'),
    show: z
      .array(z.string())
      .min(1, 'must name at least one series')
      .max(MAX_SERIES, `must name at most ${MAX_SERIES} series`)
      .refine(areDistinct, 'must not name a series twice')
      .describe(`Series to draw: up to ${MAX_SERIES} values of the column that "series" names`),
    only: z
      .record(columnName, z.union([z.string(), z.number()], { error: 'must be a string or a number' }))
      .refine((only) => Object.keys(only).length > 0, 'must name at least one column')
      .describe('Only rows with these values are drawn; the keys are column names'),
    title: detail.describe('Title of the chart'),
  })
  .partial()
  .refine(({ show, series }) => show === undefined || series !== undefined, {
    error: 'has no meaning without "series", the column whose values it names',
    path: ['show'],
  })
  .refine(({ only, type }) => only === undefined || type !== 'histogram', {
    error: 'has no meaning for a histogram, which counts all rows',
    path: ['only'],
  });

const CHART = 'How to draw the main chart, if the default is not suitable; false for no chart';

export const detailKeys = z
  .object({
    published: date.describe('When the source was published: YYYY, YYYY-MM or YYYY-MM-DD'),
    modified: date.describe('When the source was last changed: YYYY, YYYY-MM or YYYY-MM-DD'),
    retrieved: date.describe('When the data was fetched from the source: YYYY, YYYY-MM or YYYY-MM-DD'),
    version: detail.describe('Version of the data, such as 9.1'),
    keywords: keywordsSchema.describe('Keywords that describe the data'),
    spatial: detail.describe('Area that the data covers, such as Switzerland'),
    citation: detail.describe('How the source asks to be cited'),
    contact: detail.describe('Email address or URL for questions about the data'),
    // `false` is short for `{ "type": "none" }`.
    chart: z.preprocess((it) => (it === false ? { type: 'none' } : it), chartSchema).describe(CHART),
  } satisfies Record<keyof Omit<DatasetDetails, 'license'>, z.ZodType>)
  .partial().shape;

/** The `chart` key in the schema for editors. */
export const editorChart = z
  .union([z.literal(false), chartSchema])
  .optional()
  .describe(CHART);

/** Why a string is not a valid date for a sidecar; null if it is valid. */
export function whyNotDate(text: string): string | null {
  const [, year, month = '01', day = '01'] = DATE.exec(text) ?? [];
  if (year === undefined) return 'must be YYYY, YYYY-MM or YYYY-MM-DD, such as "2024-05-31"';
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`);
  return isReal ? null : `must be a valid date, but ${text} does not exist`;
}
