import { keyText, patchText } from '../../problems/sidecar-patch.ts';

/** What a sidecar contains before a person fills it in. */
export interface Draft {
  /** Link to the JSON Schema, relative to the sidecar; null for none. */
  schema: string | null;
  /** Name of the file without its extension. The title is made from it. */
  stem: string;
  /** Null if the folder names it. */
  category: string | null;
  /** The catalogue names a licence, so the sidecar need not. */
  hasLicense: boolean;
  /** The keys of each column that are known already, by its name. */
  columns: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The key `csv`. */
  csv: Readonly<Record<string, unknown>>;
}

/**
 * Writes a sidecar to fill in. What only a person knows is blank. A build refuses blanks without which readers would not know what the data
 * is or where it comes from, so that nothing is published without a description by accident.
 */
export function draftSidecar({ schema, stem, category, hasLicense, columns, csv }: Draft): string {
  const head = {
    ...(schema === null ? {} : { $schema: schema }),
    name: titleOf(stem),
    description: '',
    source: '',
    url: '',
    ...(hasLicense ? {} : { license: '' }),
    retrieved: '',
    ...(category === null ? {} : { category }),
  };
  const members = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  if (Object.keys(csv).length > 0) members.push(`  ${patchText({ csv })}`);
  const lines = [...columns].map(
    ([name, keys]) => `    ${keyText(name, { description: '', unit: unitOf(keys), ...keys })}`,
  );
  members.push(lines.length === 0 ? '  "columns": {}' : `  "columns": {\n${lines.join(',\n')}\n  }`);
  return `{\n${members.join(',\n')}\n}\n`;
}

/** The text after or before the numbers of a column, if it may be a unit, such as `%`, `€` or `kg`; else blank. */
function unitOf({
  strip,
}: Readonly<Record<string, unknown>> & { strip?: { prefix?: string; suffix?: string } }): string {
  const around = (strip?.suffix ?? strip?.prefix ?? '').trim();
  return /^[\p{L}\p{Sc}%‰°²³/ ]+$/u.test(around) ? around : '';
}

/** `rainfall_by-station` → `Rainfall by station`. */
export function titleOf(stem: string): string {
  const words = stem.replace(/[_\s-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
