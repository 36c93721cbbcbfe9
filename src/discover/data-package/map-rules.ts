import { isObject } from '../../problems/overlay.ts';
import { problem } from '../../problems/problem.ts';
import { below, type Locatable } from '../json/read-json.ts';
import { constraintsSchema, ruleKeys } from '../sidecar/rules-schema.ts';
import type { PackagedDescription } from './package-description.ts';
import type { Field, TableSchema } from './schemas.ts';

const KEYS: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = constraintsSchema.shape;
/** Rules that can be checked whatever the values mean. */
const FOR_ALL = ['required', 'unique'];
/** Types of fields for whose values other rules are checked as they are stated. Lengths of lists and objects are not those of their texts. */
const TYPES = ['string', 'any', 'integer', 'number', 'year', 'yearmonth', 'date', 'datetime', 'time', 'duration'];

/** Maps the constraints of a field to those of a column in a sidecar. Those that are not checked become a hint. */
export function mapConstraints(
  description: PackagedDescription,
  { name, type, format, constraints }: Field,
  partOf: (property: string) => Locatable,
): void {
  const isAsStated = type === 'string' || !format || format === 'default';
  const isChecked = (key: string, value: unknown): boolean =>
    (FOR_ALL.includes(key) || (isAsStated && TYPES.includes(type || 'any'))) &&
    Object.hasOwn(KEYS, key) &&
    KEYS[key]?.safeParse(value).success === true;
  const stated = Object.entries(constraints ?? {}).filter(([, value]) => (value ?? false) !== false);
  const mapped = stated.filter(([key, value]) => isChecked(key, value));
  const others = stated.flatMap(([key, value]) => (isChecked(key, value) ? [] : key));
  const [path, part] = [['columns', name, 'constraints'], partOf('constraints')];
  if (mapped.length > 0) description.set(path, Object.fromEntries(mapped), part);
  if (others.length > 0) leaveUnchecked(description, path, part, others, ` of "${name}"`);
}

/** Maps the primary key and the foreign keys of a schema. Keys that are not checked become a hint. */
export function mapKeys(
  description: PackagedDescription,
  { primaryKey, foreignKeys, uniqueKeys, fields }: TableSchema,
  part: Locatable,
): void {
  const keys = [primaryKey ?? []].flat();
  const isKnown = keys.every((key) => fields.some(({ name }) => name === key));
  if (keys.length > 0 && isKnown) description.set(['primaryKey'], keys, below(part, 'primaryKey'));
  const unchecked = [...(isKnown ? [] : ['primaryKey']), ...(uniqueKeys ? ['uniqueKeys'] : [])];
  for (const key of unchecked) leaveUnchecked(description, ['primaryKey'], below(part, key), [key]);
  const all = [foreignKeys ?? []].flat();
  const mapped = all.flatMap((key) => {
    const { fields, reference } = isObject(key) ? key : {};
    const { resource, fields: referenced } = isObject(reference) ? reference : {};
    const mapped = { fields, reference: { ...(resource ? { resource } : {}), fields: referenced } };
    return ruleKeys.foreignKeys.safeParse([mapped]).success ? mapped : [];
  });
  const [path, place] = [['foreignKeys'], below(part, 'foreignKeys')];
  if (mapped.length > 0) description.set(path, mapped, place);
  if (mapped.length < all.length) leaveUnchecked(description, path, place, path, ' with several columns');
}

/** Gives the datasets of foreign keys their config names, by the names of their resources. Those of others are not checked. */
export function nameReferences(description: PackagedDescription, configs: ReadonlyMap<string, string>): void {
  const keys = (description.value.foreignKeys ?? []) as { reference: { resource?: string } }[];
  const known = keys.filter(({ reference: { resource } }) => resource === undefined || configs.has(resource));
  for (const { reference } of known)
    if (reference.resource) reference.resource = configs.get(reference.resource) as string;
  if (known.length === keys.length) return;
  const path = ['foreignKeys'];
  description.value.foreignKeys = known;
  const part = { at: () => description.at(path) };
  leaveUnchecked(description, path, part, path, ' to what is not a table of the package');
}

function leaveUnchecked(
  description: PackagedDescription,
  path: readonly string[],
  part: Locatable,
  rules: readonly string[],
  whose = '',
): void {
  const message = `the package states rules that are not checked: ${rules.map((it) => `"${it}"`).join(', ')}${whose}`;
  const help = `Make sure of it before you publish; or state what should be checked as "${path.at(-1)}" in the sidecar.`;
  description.unchecked.push({ problem: problem('rule-unchecked', part.at([]), message, help), path: [...path] });
}
