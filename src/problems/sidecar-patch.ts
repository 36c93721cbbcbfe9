import type { ColumnRename } from '../model.ts';
import { overlay } from './overlay.ts';
import { visible } from './quote-text.ts';

/** Keys to add to a dataset's sidecar. */
export interface SidecarPatch {
  csv?: Readonly<Record<string, unknown>>;
  /** By column name. */
  columns?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A patch that may solve a problem, and when it does. */
export interface Fix {
  /** The words before what to do with the patch: `If they are notes, `, or `Or `. */
  lead: string;
  patch: SidecarPatch;
  /** Only a person knows whether the condition holds: the fix is shown, but never applied without being asked for. */
  isQuestion?: boolean;
}

/** A fix that is right under a condition, such as "If they are notes". Without one, it is another way to do what the help says. */
export function fix(patch: SidecarPatch, condition?: string): Fix {
  return { lead: condition === undefined ? 'Or ' : `${condition}, `, patch };
}

/** A fix whose condition only a person can judge. */
export function question(patch: SidecarPatch, condition: string): Fix {
  return { ...fix(patch, condition), isQuestion: true };
}

/** Patches as one; null if two of them give a key different values. */
export function mergePatches(patches: readonly SidecarPatch[]): SidecarPatch | null {
  const merged = patches.reduce<SidecarPatch>(laterPatch, {});
  const text = JSON.stringify(merged);
  return patches.every((patch) => JSON.stringify(laterPatch(merged, patch)) === text) ? merged : null;
}

/** A patch, and one that was made for what is left once the first is applied: where both set a key, the later one holds. */
export function laterPatch(one: SidecarPatch, later: SidecarPatch): SidecarPatch {
  return overlay(one, later) as SidecarPatch;
}

/** Removes blanks around cells. */
export const TRIM_BLANKS = { csv: { trim: true } } as const satisfies SidecarPatch;

/** Leaves out rows without any value. */
export const SKIP_EMPTY_ROWS = { csv: { emptyRows: 'skip' } } as const satisfies SidecarPatch;

/** Name that patches give to a column without a name that numbers the rows. */
export const INDEX_NAME = 'index';

/** The patch that names columns by position, and by the name that the header must have there; null for a cell that it lacks. */
export function renamePatch(renames: readonly ColumnRename[]): SidecarPatch {
  return { csv: { rename: renames } };
}

/** The patch for a file without a header: it names each column by its position. */
export function headerPatch(columns: number): SidecarPatch {
  return { csv: { header: Array.from({ length: columns }, (_, index) => `column ${index + 1}`) } };
}

/** A patch as text to paste into a sidecar: `"csv": { "skipRows": 2 }`. */
export function patchText(patch: SidecarPatch): string {
  return keysText({ ...patch });
}

/** The members of a JSON object as text to paste, without its braces; there must be one. */
export function keysText(keys: Readonly<Record<string, unknown>>): string {
  return inline(keys).slice(2, -2);
}

/** A key of a JSON object and its value, as text to paste: `"rain": { "missing": ["-"] }`. */
export function keyText(key: string, value: unknown): string {
  return keysText({ [key]: value });
}

/** JSON on one line, with a blank after each comma and colon, and inside braces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return visible(JSON.stringify(value));
  const members = Object.entries(value).map(([key, member]) => `${visible(JSON.stringify(key))}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
