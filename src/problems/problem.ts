import type { Place } from '../model.ts';
import type { Fix, SidecarPatch } from './sidecar-patch.ts';

/** Codes of errors, which must be solved; a row for each subject. Codes are permanent, since people search for them. */
const ERRORS = [
  ...['setting-invalid', 'target-exists', 'raw-data-missing', 'output-unwritable', 'picture-failed', 'site-too-large'],
  ...['shard-invalid', 'shards-differ', 'shard-repeated', 'shard-missing', 'resource-unreadable'],
  ...['catalogue-missing', 'category-unknown', 'logo-invalid', 'theme-invalid', 'page-invalid', 'link-broken'],
  ...['json-syntax', 'description-too-large', 'key-unknown', 'key-missing', 'value-invalid', 'dialect-unsupported'],
  ...['sidecar-missing', 'sidecar-without-data', 'name-reserved', 'name-invalid', 'name-collision'],
  ...['fetch-failed', 'address-refused', 'download-too-large', 'archive-invalid'],
  ...['workbook-unreadable', 'sheet-unclear'],
  ...['link-outside', 'not-a-file', 'file-unreadable', 'file-changed', 'not-csv', 'files-joined', 'file-empty'],
  ...['encoding-invalid', 'nul-character', 'line-endings-mixed', 'quote-unclosed', 'quote-stray', 'quote-doubtful'],
  ...['header-missing', 'header-changed', 'header-rows', 'header-repeated', 'delimiter-doubtful'],
  ...['columns-too-many', 'column-unnamed', 'column-name-too-long', 'column-duplicate', 'column-unknown'],
  ...['preamble-found', 'footer-found', 'tables-several', 'sections-found'],
  ...['row-too-short', 'row-too-long', 'rows-empty', 'record-too-large'],
  ...['type-mismatch', 'separator-doubtful', 'null-forbidden', 'blanks-around'],
  ...['edition-rows', 'edition-columns', 'edition-types', 'edition-nulls', 'edition-values', 'edition-span'],
  ...['edition-numbers', 'edition-key', 'edition-doubtful', 'dataset-gone', 'previous-unreadable'],
  ...['rule-broken', 'reference-broken', 'reference-unknown', 'expectation-missed'],
] as const;

/** Codes of hints, which the publisher should check; a row for each subject. */
const HINTS = [
  ...['catalogue-empty', 'theme-doubtful', 'chart-failed', 'totals-apart', 'pictures-unavailable', 'picture-omitted'],
  ...['output-leftover', 'output-foreign', 'site-nearly-too-large'],
  ...['description-missing', 'field-unknown', 'license-missing', 'license-doubtful', 'rule-unchecked'],
  ...['column-undescribed', 'column-renamed', 'names-alike', 'labels-differ'],
  ...['replacement-character', 'mojibake', 'control-character', 'mark-inside', 'blank-lines', 'line-endings-both'],
  ...['header-doubtful', 'footer-doubtful', 'sections-doubtful', 'records-none', 'rows-repeated', 'totals-row'],
  ...['schema-contradicted', 'number-format', 'date-format', 'nearly-numeric', 'sign-doubtful', 'values-alike'],
  ...['null-doubtful', 'null-tokens-kept', 'cells-blank', 'cells-padded', 'cells-merged'],
  ...['cells-emptied', 'cells-hidden'],
] as const;

export type ProblemCode = (typeof ERRORS | typeof HINTS)[number];

/** Severities by problem code. */
export const PROBLEM_CODES = Object.fromEntries([
  ...ERRORS.map((code) => [code, 'error'] as const),
  ...HINTS.map((code) => [code, 'hint'] as const),
]) as Record<ProblemCode, 'error' | 'hint'>;

/** Errors in the values of single columns, which do not affect the rest of the table. */
const VALUE_CODES: ReadonlySet<ProblemCode> = new Set([
  ...(['separator-doubtful', 'type-mismatch', 'null-forbidden', 'rule-broken', 'reference-broken'] as const),
]);

/** Whether a problem is an error that may concern the whole table, not just the values of single columns. */
export function concernsTable({ severity, code }: Pick<Problem, 'severity' | 'code'>): boolean {
  return severity === 'error' && !VALUE_CODES.has(code);
}

const FATAL = new Set<ProblemCode>(['file-unreadable', 'not-a-file', 'file-empty', 'not-csv', 'columns-too-many']);

/** Whether a problem makes it impossible to read a file as a dataset, whatever its description says. */
export function isFatal({ code }: Pick<Problem, 'code'>): boolean {
  return FATAL.has(code);
}

/** A problem, described for the person who can fix it. */
export interface Problem {
  severity: 'error' | 'hint';
  code: ProblemCode;
  /** Path, relative to the raw-data folder if the file is in it; null if the problem is not in a file but, for example, in a setting. */
  file: string | null;
  line: number | null;
  column: number | null;
  /** What is wrong, and why it matters. */
  message: string;
  /** What to do. The fixes are shown after this text. */
  help: string;
  excerpt: string | null;
  /** Possible fixes, not shown to the user. `tryFixes` adds those that work to `fixes`. */
  candidates: readonly Fix[];
  /** Number of problems that this one stands for, if it only counts them. */
  counted?: number;
  /** Fixes that were tried and seem to solve the problem. If there are several, the user must choose one. */
  fixes: readonly TriedFix[];
}

/** A fix that was tried and works. */
export interface TriedFix extends Fix {
  /** Further errors whose fixes were added to the patch, in this order. */
  also: readonly Problem[];
  /** Some of the errors that remain once the patch is applied. */
  next: readonly Problem[];
  /** The existing content of the sidecar. The text to paste combines it with the patch. */
  sidecar: SidecarPatch;
}

/** Receives a problem. Unlike throwing a `ProblemError`, this does not stop the operation. */
export type Report = (problem: Problem) => void;

/** Maximum length of a message, in UTF-16 code units. Messages quote names from files, which may be of any length. */
const MAX_MESSAGE = 600;
/** Maximum length of a help text, in UTF-16 code units. */
const MAX_HELP = 3000;

/** Matches the system error of a process that has as many files open as it may, whatever it was about to open. */
const TOO_MANY_FILES = /too many open files$|\bEMFILE: /i;

/** Creates a problem, whose code determines its severity. A help text must name commands with `advice` or `nameCommand`. */
export function problem(
  code: ProblemCode,
  at: { file: string | null; place?: Place | null },
  message: string,
  help: string,
  candidates: readonly Fix[] = [],
): Problem {
  const place = at.place ?? null;
  return {
    severity: PROBLEM_CODES[code],
    code,
    file: at.file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    message: shorten(message, MAX_MESSAGE),
    help: TOO_MANY_FILES.test(message)
      ? 'Raise the limit of open files (ulimit -n) and try again.'
      : shorten(help, MAX_HELP),
    excerpt: place?.excerpt ?? null,
    candidates,
    fixes: [],
  };
}

function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

/** Line number that sorts problems of an entire file after those with a line. */
const WHOLE_FILE = Number.MAX_SAFE_INTEGER;

/** Groups problems by file, in order of first occurrence, and sorts each group by position. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  return [...byFile.values()].flatMap((group) =>
    group.sort((a, b) => (a.line ?? WHOLE_FILE) - (b.line ?? WHOLE_FILE) || (a.column ?? 0) - (b.column ?? 0)),
  );
}

/** Maximum number of problems of one kind in one file that are reported individually. The rest are only counted. */
export const MAX_REPORTED = 10;

/** Reports the same kind of problem for several items in a file: the first `MAX_REPORTED` individually, the rest as a count. */
export function reportFew<T>(wrong: readonly T[], report: Report, problemOf: (it: T) => Problem): void {
  for (const it of wrong.slice(0, MAX_REPORTED)) report(problemOf(it));
  const next = wrong[MAX_REPORTED];
  if (next === undefined) return;
  report(restOf(problemOf(next), wrong.length - MAX_REPORTED));
}

/** Runs a step that may report very many problems: passes on the first `MAX_REPORTED` of each kind and file, and at the end a count. */
export function reportingFew<T>(report: Report, step: (report: Report) => T): T {
  const kinds = new Map<string, { count: number; last: Problem }>();
  const result = step((it) => {
    const kind = JSON.stringify([it.file, it.code]);
    const count = (kinds.get(kind)?.count ?? 0) + 1;
    kinds.set(kind, { count, last: it });
    if (count <= MAX_REPORTED) report(it);
  });
  for (const { count, last } of kinds.values()) {
    if (count > MAX_REPORTED) report(restOf(last, count - MAX_REPORTED));
  }
  return result;
}

/** Maximum number of problems of one kind in one file that are printed individually; for errors, more than one `reportFew` reports. */
export const MAX_PRINTED = { error: 20, hint: 3 };
/** Maximum number of places listed for problems that are not printed individually. */
const MAX_PLACES = 10;

/** Selects the problems to print: of each kind in each file, keeps the first ones and replaces the rest with a single summary. */
export function firstOfEachKind(problems: readonly Problem[]): Problem[] {
  const seen = new Map<string, number>();
  const kindOf = ({ file, code }: Problem): string => JSON.stringify([file, code]);
  const kinds = Map.groupBy(problems, kindOf);
  return problems.flatMap((it) => {
    const number = seen.get(kindOf(it)) ?? 0;
    seen.set(kindOf(it), number + 1);
    const rest = kinds.get(kindOf(it))?.slice(MAX_PRINTED[it.severity]) ?? [];
    if (rest.length === 0 || number < MAX_PRINTED[it.severity]) return it;
    if (number > MAX_PRINTED[it.severity]) return [];
    const places = rest.flatMap(({ line, column }) => (line === null ? [] : `${line}:${column}`)).slice(0, MAX_PLACES);
    const count = rest.reduce((sum, { counted = 1 }) => sum + counted, 0);
    const where = places.length === 0 ? '' : `, at ${places.join(', ')}${places.length < count ? ', …' : ''}`;
    const { message, ...one } = restOf(it, count);
    return { ...one, message: message + where, help: 'Fix them in the same way.', fixes: [] };
  });
}

/** A problem that represents `count` more of the same kind. */
function restOf(one: Problem, count: number): Problem {
  const message = `${count} more of the same kind`;
  return { ...one, line: null, column: null, excerpt: null, message, candidates: [], counted: count };
}

/** Thrown if an operation cannot continue, such as reading a file with an unclosed quote. Contains the problem to report. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(cause: Problem) {
    super(cause.message);
    this.name = 'ProblemError';
    this.problem = cause;
  }
}

/** Runs a step. If it throws a `ProblemError`, reports its problem and returns null. */
export function reportingErrors<T>(report: Report, step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    report(error.problem);
    return null;
  }
}

/** Creates a report that passes each problem on and also adds it to a list. */
export function collecting(list: Problem[], report: Report): Report {
  return (it) => {
    list.push(it);
    report(it);
  };
}
