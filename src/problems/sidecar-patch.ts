/** Keys to add to a dataset's sidecar. */
export interface SidecarPatch {
  csv?: Readonly<Record<string, unknown>>;
  /** By column name. */
  columns?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Removes blanks around cells. */
export const TRIM_BLANKS = { csv: { trim: true } } as const satisfies SidecarPatch;

/** Leaves out rows without any value. */
export const SKIP_EMPTY_ROWS = { csv: { emptyRows: 'skip' } } as const satisfies SidecarPatch;

/** The patch for a file without a header, with a placeholder name for each column. */
export function headerPatch(columns: number): SidecarPatch {
  return { csv: { header: Array.from({ length: columns }, (_, index) => `column ${index + 1}`) } };
}

/** A patch as text to paste into a sidecar: `"csv": { "skipRows": 2 }`. */
export function patchText(patch: SidecarPatch): string {
  return inline(patch).slice(2, -2);
}

/** JSON on one line, with a blank after each comma and colon, and inside braces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return visible(JSON.stringify(value));
  const members = Object.entries(value).map(([key, member]) => `${visible(JSON.stringify(key))}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Blanks other than the plain one, and characters that cannot be seen. */
const INVISIBLE = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu;

/** Escapes what cannot be seen in JSON, so that people can read it and copy it from a terminal unchanged. */
function visible(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
