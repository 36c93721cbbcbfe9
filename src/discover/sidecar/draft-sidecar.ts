import { patchText } from '../../problems/sidecar-patch.ts';

/** What a sidecar says before a person has filled it in. */
export interface Draft {
  /** Link to the JSON Schema, from where the sidecar stands; null for none. */
  schema: string | null;
  /** Name of the CSV file, without its extension: the title is made of it. */
  stem: string;
  /** Null where the folder says it. */
  category: string | null;
  columns: readonly string[];
  /** The entry `csv`. */
  form: Readonly<Record<string, unknown>>;
}

/**
 * Text of a sidecar to fill in. What only a person knows is left blank, and a blank is refused with its place, so that nothing
 * is published undescribed by accident.
 */
export function draftSidecar({ schema, stem, category, columns, form }: Draft): string {
  const head = {
    ...(schema === null ? {} : { $schema: schema }),
    name: titleOf(stem),
    description: '',
    source: '',
    url: '',
    license: '',
    ...(category === null ? {} : { category }),
  };
  const members = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  if (Object.keys(form).length > 0) members.push(`  ${patchText({ csv: form })}`);
  const lines = columns.map((name) => `    ${JSON.stringify(name)}: { "description": "" }`);
  members.push(lines.length === 0 ? '  "columns": {}' : `  "columns": {\n${lines.join(',\n')}\n  }`);
  return `{\n${members.join(',\n')}\n}\n`;
}

/** `rainfall_by-station` → `Rainfall by station`. */
function titleOf(stem: string): string {
  const words = stem.replace(/[_\s-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
