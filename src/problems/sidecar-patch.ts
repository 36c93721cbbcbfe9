/** Keys to add to a dataset's sidecar. */
export interface SidecarPatch {
  csv?: Readonly<Record<string, unknown>>;
  /** By the column's name. */
  columns?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Blanks around cells are not part of them. */
export const TRIM_BLANKS = { csv: { trim: true } } as const satisfies SidecarPatch;

/** Rows without any value are left out. */
export const SKIP_EMPTY_ROWS = { csv: { emptyRows: 'skip' } } as const satisfies SidecarPatch;

/** The entry of a file without a header, with a name to replace for each of its columns. */
export function entryOfNames(columns: number): SidecarPatch {
  return { csv: { header: Array.from({ length: columns }, (_, index) => `column ${index + 1}`) } };
}

/** A sidecar's entry as it is pasted: `"csv": { "skipRows": 2 }`. */
export function patchText(entry: SidecarPatch): string {
  return inline(entry).slice(2, -2);
}

/** JSON in one line, with a blank behind each comma and colon, and inside of braces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return visible(JSON.stringify(value));
  const members = Object.entries(value).map(([key, member]) => `${visible(JSON.stringify(key))}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Blanks that look like the plain one, and what cannot be seen at all. */
const INVISIBLE = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu;

/** JSON in which everything can be seen, and goes unchanged through a terminal. */
function visible(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
