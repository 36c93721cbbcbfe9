import type { FieldDescription } from '../../contract/documents.ts';

/** A row of a field table. */
export type FieldRow = readonly [name: string, type: string, meaning: string];

/** Rows of a field table, with a prefix before each name. Neighbouring fields with the same description share a row. */
export function fieldRows(fields: Readonly<Record<string, FieldDescription>>, prefix = ''): FieldRow[] {
  const groups: { names: string[]; description: FieldDescription }[] = [];
  for (const [field, description] of Object.entries(fields)) {
    const last = groups.at(-1);
    if (last?.description === description) last.names.push(prefix + field);
    else groups.push({ names: [prefix + field], description });
  }
  return groups.map(({ names, description: { type, meaning } }) => [names.join(', '), type, meaning]);
}
