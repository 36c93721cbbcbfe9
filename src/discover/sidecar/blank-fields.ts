import { isObject } from '../../problems/overlay.ts';
import { problem, type Report } from '../../problems/problem.ts';
import type { Description } from './description.ts';
import { detailKeys } from './details-schema.ts';
import { sidecarSchema } from './sidecar-schema.ts';

/** Required keys, in the order in which messages list them. `description` may be absent if a data package describes the dataset. */
const REQUIRED = ['name', 'description', 'source', 'url'] as const;

/** Keys of a sidecar that count as absent if their value is blank. */
const FIELDS: ReadonlySet<string> = new Set([...REQUIRED, 'license', 'category', 'from', ...Object.keys(detailKeys)]);
/** Keys of a column's entry that count as absent if their value is blank. */
const COLUMN_FIELDS: ReadonlySet<string> = new Set(['title', 'description', 'unit']);

/** The content of a sidecar or of one of its columns. */
type Content = Readonly<Record<string, unknown>>;

/** Whether a value is a string that is empty or consists of whitespace. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && !/\S/.test(value);
}

/** Trims keywords and removes blank and repeated ones. */
export function withoutRepeats(keywords: readonly string[] = []): string[] {
  return [...new Set(keywords.map((it) => it.trim()).filter((it) => it !== ''))];
}

/** The blank keys of a sidecar, in the order of the sidecar. */
export function blankKeys(sidecar: Content) {
  const blank = blankIn(sidecar, FIELDS);
  const required: readonly string[] = REQUIRED;
  const columns = isObject(sidecar.columns) ? Object.values(sidecar.columns).filter(isObject) : [];
  return {
    /** The dataset is not published until these are filled in. */
    required: blank.filter((key) => required.includes(key)),
    optional: blank.filter((key) => !required.includes(key)),
    /** Keys that are blank in at least one column. */
    ofColumns: [...new Set(columns.flatMap((entry) => blankIn(entry, COLUMN_FIELDS)))],
  };
}

function blankIn(object: Content, fields: ReadonlySet<string>): string[] {
  return Object.keys(object).filter((key) => fields.has(key) && isBlank(object[key]));
}

/** The content of a sidecar without its blank fields, which count as absent. All other values are kept, even invalid ones. */
export function withoutBlankFields(sidecar: unknown): unknown {
  const filled = filledIn(sidecar, FIELDS);
  if (!isObject(filled) || !isObject(filled.columns)) return filled;
  const columns = Object.entries(filled.columns).map(([name, entry]) => [name, filledIn(entry, COLUMN_FIELDS)]);
  return { ...filled, columns: Object.fromEntries(columns) };
}

function filledIn(content: unknown, fields: ReadonlySet<string>): unknown {
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([key, value]) => !(fields.has(key) && isBlank(value))));
}

/**
 * Reports the required fields that a description lacks, as one error. If a data package describes the dataset, a missing `description` is
 * reported separately, as a hint. `filled` is the content of the description without its blank fields.
 */
export function reportBlanks(filled: Content, description: Description, report: Report): void {
  const absent = REQUIRED.filter((key) => filled[key] === undefined);
  const needed = absent.filter((key) => key !== 'description' || !(description.packaged || description.isNameOnly));
  if (needed.length > 0) {
    const blank = needed.filter((key) => isObject(description.value) && isBlank(description.value[key]));
    const names = listed(needed.map((key) => `"${key}"`));
    const state = blank.length === 0 ? 'missing' : blank.length === needed.length ? 'blank' : 'blank or missing';
    const areBlank = `${names} ${needed.length === 1 ? 'is' : 'are'} ${state}`;
    const message = `${areBlank}, so readers would not know what the data is or where it comes from`;
    const help = needed.map((key) => description.adviceOn?.([key]) ?? `Write "${key}": ${meaningOf(key)}.`).join('\n');
    report(problem('key-missing', description.at([blank[0] ?? needed[0] ?? 'name']), message, help));
  }
  if (absent.length > needed.length && description.packaged) {
    const message = 'the package does not describe its data, so the dataset is published without a description';
    const help = description.adviceOn?.(['description']) ?? '';
    report(problem('description-missing', description.at(['description']), message, help));
  }
}

function meaningOf(key: (typeof REQUIRED)[number]): string {
  const meaning = sidecarSchema.shape[key].description ?? '';
  return meaning.slice(0, 1).toLowerCase() + meaning.slice(1);
}

/** Lists names in a sentence: `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
