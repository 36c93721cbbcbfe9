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
  'not-csv': 'error',
  'files-joined': 'error',
  'blanks-around': 'error',
  'rows-empty': 'error',
  'tables-several': 'error',
  'column-undescribed': 'hint',
  'schema-contradicted': 'hint',
  'number-format': 'hint',
  'totals-row': 'hint',
  'nearly-numeric': 'hint',
  'replacement-character': 'hint',
  'mark-inside': 'hint',
  'mojibake': 'hint',
  'control-character': 'hint',
  'blank-lines': 'hint',
  'footer-doubtful': 'hint',
  'header-doubtful': 'hint',
  'records-none': 'hint',
  'rows-repeated': 'hint',
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

/** What is said of a file as a whole comes behind what has a line. */
const WHOLE_FILE = Number.MAX_SAFE_INTEGER;

/** Problems by file, in the order in which the files came up, and by place in each. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  return [...byFile.values()].flatMap((group) =>
    group.sort((a, b) => (a.line ?? WHOLE_FILE) - (b.line ?? WHOLE_FILE) || (a.column ?? 0) - (b.column ?? 0)),
  );
}

/** Problems of one kind in one file that are reported one by one before the rest is only counted. */
export const MOST_REPORTED = 10;

/** Reports what is wrong with some things in one file that are wrong in the same way. */
export function reportFew<T>(wrong: readonly T[], report: Report, problemOf: (it: T) => Problem): void {
  for (const it of wrong.slice(0, MOST_REPORTED)) report(problemOf(it));
  const next = wrong[MOST_REPORTED];
  if (next === undefined) return;
  const message = `${wrong.length - MOST_REPORTED} more of the same kind`;
  report({ ...problemOf(next), line: null, column: null, excerpt: null, message });
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
  return lines.map(forTerminal).join('\n');
}

const HARMFUL = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** A line without the control characters of a hostile file, or of its name, and without those that turn it around. */
export function forTerminal(line: string): string {
  return line.replace(HARMFUL, (character) => (character === '\t' ? ' ' : '\u{FFFD}'));
}

/** Names longer than this are no names that people type; comparing two takes time in proportion to both. */
const LONGEST_NAME = 200;

/** ` (did you mean "…"?)` with the candidate nearest to a mistyped name, or nothing when none is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  if (name.length > LONGEST_NAME) return '';
  const near = [...candidates]
    .filter(
      (candidate) =>
        candidate.length <= LONGEST_NAME && Math.abs(candidate.length - name.length) <= farthest(candidate),
    )
    .map((candidate) => ({ candidate, distance: levenshtein(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= farthest(candidate))
    .sort((a, b) => a.distance - b.distance || sharedStart(name, b.candidate) - sharedStart(name, a.candidate))[0];
  return near ? ` (did you mean "${near.candidate}"?)` : '';
}

/** Most letters in which a name may differ from another that is meant. */
function farthest(candidate: string): number {
  return Math.max(2, Math.floor(candidate.length / 3));
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
  return new TextPlaces(text, firstLine).at(offset);
}

/** Finds places in a text, which is looked through once, as far as they are asked for. */
export class TextPlaces {
  readonly #text: string;
  readonly #firstLine: number;
  /** Offset of each line that was seen so far. */
  readonly #starts = [0];
  readonly #breaks = /\r\n|\n|\r/g;
  #isSeen = false;

  constructor(text: string, firstLine = 1) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  at(offset: number): Place {
    while (!this.#isSeen && (this.#starts.at(-1) as number) <= offset) this.#seeLine();
    const index = lastUpTo(this.#starts, offset);
    const start = this.#starts[index] as number;
    const excerpt = excerptOf(this.#text, start, offset);
    return { line: this.#firstLine + index, column: offset - start + 1, excerpt };
  }

  #seeLine(): void {
    if (this.#breaks.test(this.#text)) this.#starts.push(this.#breaks.lastIndex);
    else this.#isSeen = true;
  }
}

/** Index of the last of ascending numbers that is no greater than another; the first is not. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

function excerptOf(text: string, lineStart: number, offset: number): string {
  const from = Math.max(lineStart, offset - EXCERPT_LENGTH / 2);
  const rest = text.slice(from, from + EXCERPT_LENGTH);
  const end = rest.search(/[\r\n]/);
  const shown = end < 0 ? rest : rest.slice(0, end);
  const safe = forTerminal(shown);
  return `${from > lineStart ? '…' : ''}${safe}${end < 0 && from + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}
