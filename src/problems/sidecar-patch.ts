import { overlay } from './overlay.ts';
import { visible } from './quote-text.ts';

/** Keys to set in a dataset's sidecar. */
export type SidecarPatch = {
  csv?: Readonly<Record<string, unknown>>;
  /** Keys to set in the entries of columns, by column name. */
  columns?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** A patch that may fix a problem, and the condition under which it does. */
export interface Fix {
  /** Words before the instruction: `If they are notes, ` or `Or `. */
  lead: string;
  patch: SidecarPatch;
  /** Whether only the user can judge the condition. Such a fix is shown but never applied automatically. */
  isQuestion?: boolean;
}

/** A fix for when a condition holds, such as "If they are notes". Without a condition, it is an alternative to the help text. */
export function fix(patch: SidecarPatch, condition?: string): Fix {
  return { lead: condition === undefined ? 'Or ' : `${condition}, `, patch };
}

/** A fix whose condition only the user can judge. */
export function question(patch: SidecarPatch, condition: string): Fix {
  return { ...fix(patch, condition), isQuestion: true };
}

/** Merges patches into one; null if two of them set the same key to different values. */
export function mergePatches(patches: readonly SidecarPatch[]): SidecarPatch | null {
  const merged = patches.reduce<SidecarPatch>(laterPatch, {});
  const text = JSON.stringify(merged);
  return patches.every((patch) => JSON.stringify(laterPatch(merged, patch)) === text) ? merged : null;
}

/** Combines a patch with a later one, which takes precedence if both set the same key. */
export function laterPatch(one: SidecarPatch, later: SidecarPatch): SidecarPatch {
  return overlay(one, later) as SidecarPatch;
}

export const TRIM_BLANKS = { csv: { trim: true } } as const satisfies SidecarPatch;
export const SKIP_EMPTY_ROWS = { csv: { emptyRows: 'skip' } } as const satisfies SidecarPatch;

/** Name that patches give to an unnamed column of row numbers. */
export const INDEX_NAME = 'index';

/** Patch for a file without a header. Names each column by its position, such as `column 1`. */
export function headerPatch(columns: number): SidecarPatch {
  return { csv: { header: Array.from({ length: columns }, (_, index) => `column ${index + 1}`) } };
}

/** A patch, or the members of another non-empty JSON object, as text to paste into a sidecar: `"csv": { "skipRows": 2 }`. */
export function patchText(patch: Readonly<Record<string, unknown>>): string {
  return inline(patch).slice(2, -2);
}

/** A key of a JSON object and its value, as text to paste: `"rain": { "missing": ["-"] }`. */
export function keyText(key: string, value: unknown): string {
  return patchText({ [key]: value });
}

/** JSON on one line, with a space after each comma and colon, and inside braces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return visible(JSON.stringify(value));
  const members = Object.entries(value).map(([key, member]) => `${visible(JSON.stringify(key))}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
