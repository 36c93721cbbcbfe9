import type { ClaimedType, TypeClaim } from '../../model.ts';
import { below, type PackagedDescription, type Part } from './package-description.ts';
import type { Field, TableSchema } from './schemas.ts';

/** Types whose values stay text, whatever they look like. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  'string',
  'date',
  'time',
  'datetime',
  'yearmonth',
  'duration',
  'object',
  'array',
  'list',
  'geopoint',
  'geojson',
]);

const CLAIMED_TYPES: ReadonlySet<string> = new Set<ClaimedType>([
  'integer',
  'number',
  'year',
  'yearmonth',
  'date',
  'time',
  'datetime',
  'boolean',
]);

const TRUE_VALUES = ['true', 'True', 'TRUE', '1'];
const FALSE_VALUES = ['false', 'False', 'FALSE', '0'];

/**
 * Takes the columns of a file from its schema (Table Schema): what a sidecar says in `columns`, and of nulls in `csv`. `nullSequence`
 * is the dialect's spelling of null. Of two fields of one name the first counts.
 */
export function describeFields(
  description: PackagedDescription,
  schema: TableSchema,
  part: Part,
  nullSequence: string | null,
): void {
  const keys = new Set([schema.primaryKey ?? []].flat());
  const described = new Set<string>();
  for (const [index, field] of schema.fields.entries()) {
    if (described.has(field.name)) continue;
    described.add(field.name);
    const partOf = (property: string): Part => below(part, 'fields', index, property);
    description.set(['columns', field.name], {}, partOf('name'));
    describeField(description, field, partOf, nullSequence);
    // The fields of a primary key are required (Table Schema, "primaryKey").
    if (field.constraints?.required || keys.has(field.name)) {
      description.set(['columns', field.name, 'required'], true, partOf('constraints'));
    }
    const claim = claimOf(field);
    if (claim) description.claims.set(field.name, claim);
  }
  const missing = spellingsOf(schema.missingValues);
  if (missing) setMissing(description, ['csv'], missing, nullSequence, below(part, 'missingValues'));
  description.columnsMayBeAbsent = [schema.fieldsMatch].flat().some((it) => it === 'superset' || it === 'partial');
}

function describeField(
  description: PackagedDescription,
  field: Field,
  partOf: (property: string) => Part,
  nullSequence: string | null,
): void {
  const column = ['columns', field.name];
  const { type, decimalChar, groupChar, unit } = field;
  const meaning = (['description', 'title'] as const).find((property) => field[property]?.trim());
  if (meaning) description.set([...column, 'description'], field[meaning], partOf(meaning));
  if (typeof unit === 'string' && unit.trim()) description.set([...column, 'unit'], unit, partOf('unit'));
  if (type && TEXT_TYPES.has(type)) description.set([...column, 'type'], 'object', partOf('type'));
  if (type === 'number' && decimalChar && decimalChar !== '.') {
    description.set([...column, 'decimal'], decimalChar, partOf('decimalChar'));
  }
  if ((type === 'number' || type === 'integer') && groupChar) {
    description.set([...column, 'thousands'], groupChar, partOf('groupChar'));
    // Integers have no decimals, so a point between their groups is not taken for what it is in other numbers.
    if (type === 'integer' && groupChar === '.') description.set([...column, 'decimal'], ',', partOf('groupChar'));
  }
  const missing = spellingsOf(field.missingValues);
  if (missing) setMissing(description, column, missing, nullSequence, partOf('missingValues'));
}

/** Says how nulls are spelled, in the file or in a column; the dialect's spelling counts as well. */
function setMissing(
  description: PackagedDescription,
  path: readonly string[],
  spellings: readonly string[],
  nullSequence: string | null,
  origin: Part,
): void {
  const all = nullSequence === null ? spellings : [...spellings, nullSequence];
  description.set([...path, 'missing'], [...new Set(all)], origin);
}

/**
 * Spellings of null beside the empty cell, which is null in any case. Undefined where the empty text is the only one: that is the
 * default, so it says no more than nothing.
 */
function spellingsOf(values: TableSchema['missingValues']): string[] | undefined {
  const texts = values?.map((it) => (typeof it === 'string' ? it : it.value));
  if (!texts || (texts.length === 1 && texts[0] === '')) return undefined;
  return texts.filter((text) => text !== '');
}

function claimOf({ type, format, bareNumber, trueValues, falseValues }: Field): TypeClaim | null {
  if (!type || !CLAIMED_TYPES.has(type)) return null;
  return {
    type: type as ClaimedType,
    // Patterns began with "fmt:" once.
    format: format?.replace(/^fmt:/, '') || 'default',
    spellings: type === 'boolean' ? [...(trueValues ?? TRUE_VALUES), ...(falseValues ?? FALSE_VALUES)] : [],
    isBare: bareNumber ?? true,
  };
}
