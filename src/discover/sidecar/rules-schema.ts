import { z } from 'zod';
import { isIsoDate } from '../../contract/date-pattern.ts';
import { areDistinct, columnName } from './details-schema.ts';
import { patternMatcher } from './text-pattern.ts';

/* Schemas of the sidecar keys for rules, in the words of Table Schema. All of them are optional. */

const count = z.int().min(0);

const PLAIN_NUMBER = /^[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const BOUND = 'must be a number, or a date or another period in ISO 8601, such as "2020-12-31"';

const bound = z
  .union([z.number(), z.string()], { error: BOUND })
  .refine((it) => PLAIN_NUMBER.test(`${it}`) || isIsoDate(`${it}`), BOUND);

/** The key `constraints` of a column. Null states no rule, even if a package does. */
export const constraintsSchema = z
  .strictObject({
    required: z.boolean().describe('A null value is an error, as with "required" beside "constraints"'),
    unique: z.boolean().describe('No value occurs twice; nulls may'),
    minimum: bound.nullable().describe('Least number, date or period (ISO 8601) that is allowed'),
    maximum: bound.nullable().describe('Greatest number, date or period (ISO 8601) that is allowed'),
    minLength: count.nullable().describe('Least number of characters'),
    maxLength: count.nullable().describe('Greatest number of characters'),
    pattern: z
      .string()
      .refine((it) => patternMatcher(it) !== null, 'must be a regular expression without lookaround and references')
      .nullable()
      .describe('Regular expression that whole values match, such as "[A-Z]{2}"'),
    enum: z
      .array(z.union([z.string(), z.number()], { error: 'must be a string or a number' }))
      .min(1)
      .max(10_000)
      .refine(areDistinct, 'must not contain a value twice')
      .nullable()
      .describe('All values that are allowed'),
  })
  .partial();

const oneName = z.union([columnName, z.array(columnName).length(1, 'must name one column')], {
  error: 'must be the name of a column',
});

const foreignKey = z.strictObject({
  fields: oneName.describe('Column of this dataset'),
  reference: z.strictObject({
    resource: z.string().optional().describe('Name of the dataset with the allowed values; this dataset if absent'),
    fields: oneName.describe('Column of that dataset'),
  }),
});

/** The keys of a sidecar with rules for the table as a whole. Empty lists state no rule, such as one of a package that does not hold. */
export const ruleKeys = z
  .object({
    primaryKey: z
      .union([columnName, z.array(columnName).refine(areDistinct, 'must not contain a name twice')], {
        error: 'must be the name of a column, or a list of names',
      })
      .describe('Columns without nulls whose values, taken together, identify each row'),
    foreignKeys: z.array(foreignKey).describe('Columns whose values must occur in a column of another dataset'),
    expect: z
      .strictObject({
        rows: z.strictObject({ min: count, max: count }).partial().describe('Least and greatest number of rows'),
        until: z
          .string()
          .refine(isIsoDate, 'must be a date or another period in ISO 8601, such as "2024-05"')
          .describe('Date or period that the data must reach, such as 2024-05'),
      })
      .partial()
      .describe('What to expect of the whole table; an edition that falls short is an error'),
  })
  .partial().shape;
