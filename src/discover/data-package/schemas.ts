import { z } from 'zod';
import { formatCount } from '../../problems/format-problem.ts';

/*
 * Schemas of Data Package properties, in versions 1 (specs.frictionlessdata.io) and 2 (datapackage.org). Every object may have additional
 * properties. An optional property that is null counts as absent, except `quoteChar`, where null means that cells are never quoted.
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();

const source = z.looseObject({ title: text, name: text, path: text, email: text });
const license = z.looseObject({ title: text, name: text, path: text });
const contributor = z.looseObject({
  title: text,
  email: z.unknown().optional(),
  role: text,
  roles: texts,
});

/** Properties that packages and resources have in common. Values of the last three are ignored if their type is not the expected one. */
const origin = {
  title: text,
  description: text,
  homepage: text,
  sources: z.array(source).nullish(),
  licenses: z.array(license).nullish(),
  contributors: z.array(contributor).nullish(),
  version: z.unknown().optional(),
  created: z.unknown().optional(),
  keywords: z.unknown().optional(),
};

const MAX_RESOURCES = 10_000;

/** A package. Its resources are checked individually when they are read. */
export const packageSchema = z.looseObject({
  ...origin,
  resources: z
    .array(z.looseObject({}))
    .max(MAX_RESOURCES, `must have at most ${formatCount(MAX_RESOURCES, 'resource')}: split the package`),
});

const reference = z.union([z.string(), z.looseObject({})], {
  error: 'must be an object or the path of a JSON file that contains one',
});

/** A resource that is meant to be a table. */
export const resourceSchema = z.looseObject({
  ...origin,
  name: z.string().regex(/\S/, 'must not be blank'),
  path: z.union([z.string(), z.array(z.string())], { error: 'must be a string or a list of strings' }).nullish(),
  encoding: text,
  schema: reference.nullish(),
  dialect: reference.nullish(),
});

const missingValue = z.union([z.string(), z.looseObject({ value: z.string() })], {
  error: 'must be a string, or an object whose "value" is a string',
});
const missingValues = z.array(missingValue).nullish();

const category = z.union([z.string(), z.number()]);

const fieldSchema = z.looseObject({
  name: z.string(),
  title: text,
  description: text,
  type: text,
  format: text,
  missingValues,
  constraints: z.looseObject({ required: flag }).nullish(),
  decimalChar: text,
  groupChar: text,
  bareNumber: flag,
  trueValues: texts,
  falseValues: texts,
  // Extensions of the standard have other forms, which are ignored.
  categories: z
    .array(z.union([category, z.looseObject({ value: category, label: text })]))
    .nullish()
    .catch(null),
});

/** A Table Schema, which describes the fields of a table. */
export const tableSchema = z.looseObject({
  fields: z.array(fieldSchema),
  missingValues,
  primaryKey: z.union([z.string(), z.array(z.string())], { error: 'must be a name or a list of names' }).nullish(),
  foreignKeys: z.unknown().optional(),
  uniqueKeys: z.unknown().optional(),
  fieldsMatch: z.union([z.string(), z.array(z.string())], { error: 'must be a string or a list of strings' }).nullish(),
});

const rowNumbers = z.array(z.int().min(1)).nullish();

/** The properties of a CSV Dialect or Table Dialect that concern delimited text. */
export const dialectSchema = z.looseObject({
  delimiter: text,
  lineTerminator: text,
  quoteChar: text,
  doubleQuote: flag,
  escapeChar: text,
  nullSequence: text,
  skipInitialSpace: flag,
  commentChar: text,
  header: flag,
  headerRows: rowNumbers,
  headerJoin: text,
  commentRows: rowNumbers,
});

export type PackageHead = z.infer<typeof packageSchema>;
export type Resource = z.infer<typeof resourceSchema>;
export type TableSchema = z.infer<typeof tableSchema>;
export type Field = z.infer<typeof fieldSchema>;
export type PackageDialect = z.infer<typeof dialectSchema>;
