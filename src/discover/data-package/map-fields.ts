import { MAX_LABELS } from '../../contract/limits.ts';
import type { ClaimedType, TypeClaim } from '../../model.ts';
import { below, type Locatable } from '../json/read-json.ts';
import { mapConstraints, mapKeys } from './map-rules.ts';
import type { PackagedDescription } from './package-description.ts';
import type { Field, TableSchema } from './schemas.ts';

const TIMES = ['date', 'time', 'datetime', 'yearmonth'] as const;
/** Types whose values stay strings, even if they look like numbers. */
const TEXT_TYPES = new Set<string>(['string', 'duration', 'object', 'array', 'list', 'geopoint', 'geojson', ...TIMES]);
const CLAIMED_TYPES = new Set<string>(['integer', 'number', 'year', 'boolean', ...TIMES] satisfies ClaimedType[]);

const TRUE_VALUES = ['true', 'True', 'TRUE', '1'];
const FALSE_VALUES = ['false', 'False', 'FALSE', '0'];

/**
 * Maps a Table Schema to the `columns` key of a sidecar, and its missing values to the `csv` key. `nullSequence` is the dialect's null
 * marker, if any. If fields have the same name, only the first is used.
 */
export function mapFields(
  description: PackagedDescription,
  schema: TableSchema,
  part: Locatable,
  nullSequence: string | null,
): void {
  const mapped = new Set<string>();
  /** Sets null markers. An empty cell is always null, so a list of just the empty string is the default. */
  const setMissing = (path: readonly string[], values: TableSchema['missingValues'], origin: Locatable): void => {
    const texts = values?.map((it) => (typeof it === 'string' ? it : it.value));
    if (!texts || (texts.length === 1 && texts[0] === '')) return;
    const all = new Set([...texts.filter((text) => text !== ''), ...(nullSequence === null ? [] : [nullSequence])]);
    description.set([...path, 'missing'], [...all], origin);
  };
  for (const [index, field] of schema.fields.entries()) {
    if (mapped.has(field.name)) continue;
    mapped.add(field.name);
    const partOf = (property: string): Locatable => below(part, 'fields', index, property);
    description.set(['columns', field.name], {}, partOf('name'));
    mapField(description, field, partOf);
    setMissing(['columns', field.name], field.missingValues, partOf('missingValues'));
    mapConstraints(description, field, partOf);
    const claim = claimOf(field);
    if (claim) description.claims.set(field.name, claim);
  }
  mapKeys(description, schema, part);
  setMissing(['csv'], schema.missingValues, below(part, 'missingValues'));
  description.fieldsMayBeAbsent = [schema.fieldsMatch].flat().some((it) => it === 'superset' || it === 'partial');
}

function mapField(description: PackagedDescription, field: Field, partOf: (property: string) => Locatable): void {
  const set = (key: string, value: unknown, property: string): void =>
    description.set(['columns', field.name, key], value, partOf(property));
  const { type, decimalChar, groupChar, unit, categories } = field;
  const textual = (['description', 'title'] as const).find((property) => field[property]?.trim());
  if (field.title?.trim()) set('title', field.title, 'title');
  if (textual) set('description', field[textual], textual);
  if (typeof unit === 'string' && unit.trim()) set('unit', unit, 'unit');
  if (categories?.length && categories.length <= MAX_LABELS) {
    // A category without a label is its own label, so that values outside the categories are noticed.
    const all = categories.map((it) => (typeof it === 'object' ? it : { value: it, label: null }));
    const labels = all.filter(({ value }) => value !== '').map((it) => [it.value, it.label?.trim() || `${it.value}`]);
    set('labels', Object.fromEntries(labels), 'categories');
  }
  if (type && TEXT_TYPES.has(type)) set('type', 'object', 'type');
  if (type === 'number' && decimalChar && decimalChar !== '.') set('decimal', decimalChar, 'decimalChar');
  if ((type === 'number' || type === 'integer') && groupChar) {
    set('thousands', groupChar, 'groupChar');
    // The default decimal separator is a point. Even for integers, it must differ from the separator between groups of digits.
    if (type === 'integer' && groupChar === '.') set('decimal', ',', 'groupChar');
  }
}

function claimOf({ type, format, bareNumber, trueValues, falseValues }: Field): TypeClaim | null {
  if (!type || !CLAIMED_TYPES.has(type)) return null;
  return {
    type: type as ClaimedType,
    format: format || 'default',
    spellings: type === 'boolean' ? [...(trueValues ?? TRUE_VALUES), ...(falseValues ?? FALSE_VALUES)] : [],
    isBare: bareNumber ?? true,
  };
}
