import type { Place } from '../model.ts';
import type { Fix, SidecarPatch } from './sidecar-patch.ts';

/**
 * Problem codes with their severities. Codes are permanent, since people search for them. An `error` must be solved; a `hint` is
 * something that the publisher should check.
 */
export const PROBLEM_CODES = {
  'setting-invalid': 'error',
  'output-unwritable': 'error',
  'picture-failed': 'error',
  'site-too-large': 'error',
  'raw-data-missing': 'error',
  'catalogue-missing': 'error',
  'file-unreadable': 'error',
  'file-changed': 'error',
  'target-exists': 'error',
  'shard-invalid': 'error',
  'shards-differ': 'error',
  'shard-repeated': 'error',
  'shard-missing': 'error',
  'json-syntax': 'error',
  'description-too-large': 'error',
  'key-unknown': 'error',
  'key-missing': 'error',
  'value-invalid': 'error',
  'sidecar-missing': 'error',
  'sidecar-without-data': 'error',
  'category-unknown': 'error',
  'logo-invalid': 'error',
  'theme-invalid': 'error',
  'page-invalid': 'error',
  'link-broken': 'error',
  'name-reserved': 'error',
  'name-invalid': 'error',
  'name-collision': 'error',
  'link-outside': 'error',
  'not-a-file': 'error',
  'encoding-invalid': 'error',
  'file-empty': 'error',
  'header-missing': 'error',
  'delimiter-doubtful': 'error',
  'header-changed': 'error',
  'columns-too-many': 'error',
  'column-unnamed': 'error',
  'column-name-too-long': 'error',
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
  'separator-doubtful': 'error',
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
  'sections-found': 'error',
  'column-undescribed': 'hint',
  'column-renamed': 'hint',
  'description-missing': 'hint',
  'field-unknown': 'hint',
  'license-missing': 'hint',
  'license-doubtful': 'hint',
  'schema-contradicted': 'hint',
  'number-format': 'hint',
  'date-format': 'hint',
  'null-doubtful': 'hint',
  'totals-row': 'hint',
  'nearly-numeric': 'hint',
  'sign-doubtful': 'hint',
  'cells-blank': 'hint',
  'cells-padded': 'hint',
  'null-tokens-kept': 'hint',
  'values-alike': 'hint',
  'labels-differ': 'hint',
  'replacement-character': 'hint',
  'mark-inside': 'hint',
  'mojibake': 'hint',
  'control-character': 'hint',
  'blank-lines': 'hint',
  'line-endings-both': 'hint',
  'footer-doubtful': 'hint',
  'sections-doubtful': 'hint',
  'cells-merged': 'hint',
  'header-doubtful': 'hint',
  'names-alike': 'hint',
  'records-none': 'hint',
  'rows-repeated': 'hint',
  'catalogue-empty': 'hint',
  'chart-failed': 'hint',
  'pictures-unavailable': 'hint',
  'picture-omitted': 'hint',
  'totals-apart': 'hint',
  'output-leftover': 'hint',
  'output-foreign': 'hint',
  'site-nearly-too-large': 'hint',
  'theme-doubtful': 'hint',
} as const satisfies Record<string, 'error' | 'hint'>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Errors in the values of single columns, which do not affect the rest of the table. */
const VALUE_CODES: ReadonlySet<ProblemCode> = new Set(['separator-doubtful', 'type-mismatch', 'null-forbidden']);

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

/**
 * Runs a step that may report very many problems. For each kind and file, passes on the first `MAX_REPORTED` individually, and the number
 * of the rest once the step has ended.
 */
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

/**
 * Maximum number of problems of one kind in one file that are printed individually. For errors, it is greater than the number of
 * problems that one call of `reportFew` reports.
 */
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
