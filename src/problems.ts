import levenshtein from 'js-levenshtein';
import type { Place } from './model.ts';

/**
 * What can be wrong with an input. Codes are permanent: people search for them. An `error` keeps a dataset from being
 * published; a `hint` is a doubt that the publisher should look at.
 */
export const PROBLEM_CODES = {
  'setting-invalid': 'error',
  'output-unwritable': 'error',
  'raw-data-missing': 'error',
  'catalogue-missing': 'error',
  'file-unreadable': 'error',
  'file-changed': 'error',
  'target-exists': 'error',
  'json-syntax': 'error',
  'key-unknown': 'error',
  'key-missing': 'error',
  'value-invalid': 'error',
  'sidecar-missing': 'error',
  'sidecar-without-data': 'error',
  'category-unknown': 'error',
  'name-reserved': 'error',
  'name-invalid': 'error',
  'name-collision': 'error',
  'link-outside': 'error',
  'not-a-file': 'error',
  'encoding-invalid': 'error',
  'file-empty': 'error',
  'header-missing': 'error',
  'delimiter-doubtful': 'error',
  'column-unnamed': 'error',
  'column-duplicate': 'error',
  'column-unknown': 'error',
  'row-too-short': 'error',
  'row-too-long': 'error',
  'quote-unclosed': 'error',
  'quote-stray': 'error',
  'quote-doubtful': 'error',
  'line-endings-mixed': 'error',
  'preamble-found': 'error',
  'footer-found': 'error',
  'type-mismatch': 'error',
  'nul-character': 'error',
  'header-rows': 'error',
  'header-repeated': 'error',
  'record-too-large': 'error',
  'null-forbidden': 'error',
  'resource-unreadable': 'error',
  'dialect-unsupported': 'error',
  'column-undescribed': 'hint',
  'schema-contradicted': 'hint',
  'number-format': 'hint',
  'totals-row': 'hint',
  'nearly-numeric': 'hint',
  'replacement-character': 'hint',
  'mark-inside': 'hint',
  'mojibake': 'hint',
  'catalogue-empty': 'hint',
  'output-leftover': 'hint',
} as const satisfies Record<string, 'error' | 'hint'>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Keys to add to a dataset's sidecar. */
export interface SidecarEntry {
  csv?: Readonly<Record<string, unknown>>;
  /** By the column's name. */
  columns?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One thing wrong with an input, for the person who must act. */
export interface Problem {
  severity: 'error' | 'hint';
  code: ProblemCode;
  /** Path relative to the raw-data folder; null for what is in no file of it, such as a setting. */
  file: string | null;
  line: number | null;
  column: number | null;
  /** What is wrong, and why that matters. */
  message: string;
  /** What to do. */
  help: string;
  excerpt: string | null;
  /** What likely cures it, when added to the sidecar; of several, one. */
  entries: readonly SidecarEntry[];
}

/** Takes a problem; the one who gave it goes on with what is sound. */
export type Report = (problem: Problem) => void;

/** Longest message and help, in characters: names in them come from files, where they may be of any length. */
const LONGEST_MESSAGE = 600;
const LONGEST_HELP = 3000;

/** Makes a problem; its severity follows from its code. `help` names the entries that it comes with. */
export function problem(
  code: ProblemCode,
  at: { file: string | null; place?: Place | null },
  message: string,
  help: string,
  entries: readonly SidecarEntry[] = [],
): Problem {
  const place = at.place ?? null;
  return {
    severity: PROBLEM_CODES[code],
    code,
    file: at.file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    message: shorten(message, LONGEST_MESSAGE),
    help: shorten(help, LONGEST_HELP),
    excerpt: place?.excerpt ?? null,
    entries,
  };
}

function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** The entry of a file without a header, with a name to replace for each of its columns. */
export function entryOfNames(columns: number): SidecarEntry {
  return { csv: { header: Array.from({ length: columns }, (_, index) => `column ${index + 1}`) } };
}

/** A sidecar's entry as it is pasted: `"csv": { "skipRows": 2 }`. */
export function entryText(entry: SidecarEntry): string {
  return inline(entry).slice(2, -2);
}

/** JSON in one line, with a blank behind each comma and colon, and inside of braces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** What is said of a file as a whole comes behind what has a line. */
const WHOLE_FILE = Number.MAX_SAFE_INTEGER;

/** Problems by file, in the order in which the files came up, and by place in each. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  return [...byFile.values()].flatMap((group) =>
    group.sort((a, b) => (a.line ?? WHOLE_FILE) - (b.line ?? WHOLE_FILE) || (a.column ?? 0) - (b.column ?? 0)),
  );
}

/** Thrown to leave a file at once when the rest of it cannot be read; carries what to report. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(cause: Problem) {
    super(cause.message);
    this.name = 'ProblemError';
    this.problem = cause;
  }
}

/** A problem as people read it: `file:line:column  code  message`, an excerpt, and what to do. */
export function formatProblem(it: Problem): string {
  const where = [it.file, it.line, it.column].filter((part) => part !== null).join(':');
  const head = [where, it.severity === 'hint' ? `hint ${it.code}` : it.code, it.message].filter((part) => part !== '');
  const lines = [head.join('  ')];
  if (it.excerpt) lines.push(`    | ${it.excerpt}`);
  lines.push(...it.help.split('\n').map((line) => `    ${line}`));
  return lines.map(withoutControls).join('\n');
}

/** Control characters of a hostile file, or of its name, must not reach a terminal, nor those that turn a line's direction. */
function withoutControls(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\t' ? ' ' : '\u{FFFD}'));
}

/** Longest name that is compared with others, which takes time by the product of their lengths. */
const LONGEST_COMPARED = 200;

/** ` (did you mean "…"?)` with the candidate nearest to a mistyped name, or nothing when none is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  if (name.length > LONGEST_COMPARED) return '';
  const near = [...candidates]
    .filter(({ length }) => length <= LONGEST_COMPARED)
    .map((candidate) => ({ candidate, distance: levenshtein(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance || sharedStart(name, b.candidate) - sharedStart(name, a.candidate))[0];
  return near ? ` (did you mean "${near.candidate}"?)` : '';
}

/** Number of characters in which two names begin alike. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const EXCERPT_LENGTH = 100;

/** A place in a text: line and column of an offset, and the line's text around it. */
export function placeInText(text: string, offset: number, firstLine = 1): Place {
  let line = firstLine;
  let lineStart = 0;
  const breaks = /\r\n|\n|\r/g;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line += 1;
    lineStart = breaks.lastIndex;
  }
  return { line, column: offset - lineStart + 1, excerpt: excerptOf(text, lineStart, offset) };
}

function excerptOf(text: string, lineStart: number, offset: number): string {
  const from = Math.max(lineStart, offset - EXCERPT_LENGTH / 2);
  const rest = text.slice(from, from + EXCERPT_LENGTH);
  const end = rest.search(/[\r\n]/);
  const shown = end < 0 ? rest : rest.slice(0, end);
  const safe = withoutControls(shown);
  return `${from > lineStart ? '…' : ''}${safe}${end < 0 && from + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}
