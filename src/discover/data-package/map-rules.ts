import { isObject } from '../../problems/overlay.ts';
import { problem } from '../../problems/problem.ts';
import { below, type Locatable } from '../json/read-json.ts';
import { constraintsSchema, ruleKeys } from '../sidecar/rules-schema.ts';
import type { PackagedDescription } from './package-description.ts';
import type { Field, TableSchema } from './schemas.ts';

const KEYS = constraintsSchema.shape;
const BOUNDED = ['integer', 'number', 'year', 'yearmonth', 'date', 'datetime', 'string', 'any'];
const TEXTS = ['string', 'any'];

/** The types of fields for whose values a rule is checked as it is stated; all types if absent. Others compare other values than texts. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  minimum: BOUNDED,
  maximum: BOUNDED,
  minLength: TEXTS,
  maxLength: TEXTS,
  pattern: TEXTS,
  enum: [...BOUNDED, 'time', 'duration'],
};

/** Maps the constraints of a field to those of a column in a sidecar. Those that are not checked become a hint. */
export function mapConstraints(
  description: PackagedDescription,
  { name, type, format, constraints }: Field,
  partOf: (property: string) => Locatable,
): void {
  const isInOtherFormat = type !== 'string' && format && format !== 'default';
  const mapped: Record<string, unknown> = {};
  const others: string[] = [];
  for (const [key, value] of Object.entries(constraints ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    const isOfType =
      TYPES[key]?.includes(type || 'any') !== false && !(isInOtherFormat && ['minimum', 'maximum'].includes(key));
    const isValid = Object.hasOwn(KEYS, key) && KEYS[key as keyof typeof KEYS].safeParse(value).success;
    if (isOfType && isValid) mapped[key] = value;
    else others.push(key);
  }
  const part = partOf('constraints');
  if (Object.keys(mapped).length > 0) description.set(['columns', name, 'constraints'], mapped, part);
  if (others.length > 0) leaveUnchecked(description, ['columns', name, 'constraints'], part, others, ` of "${name}"`);
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
  const place = below(part, 'foreignKeys');
  if (mapped.length > 0) description.set(['foreignKeys'], mapped, place);
  if (mapped.length < all.length)
    leaveUnchecked(description, ['foreignKeys'], place, ['foreignKeys'], ' with several columns');
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
