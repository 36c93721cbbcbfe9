import { pastesOf } from './paste-text.ts';
import { MAX_PRINTED, type Problem, type ProblemCode, type TriedFix } from './problem.ts';
import { patchText } from './sidecar-patch.ts';
import { forTerminal } from './text-position.ts';

/** Formats a problem for the terminal: `file:line:column  code  message`, an excerpt, and the help text. */
export function formatProblem(it: Problem): string {
  const help = helpWithFixes(it).split('\n');
  return [formatFinding(it), ...help.map((line) => forTerminal(`    ${line}`))].join('\n');
}

/** Hints typical of unfinished descriptions. */
const UNFINISHED: ReadonlySet<ProblemCode> = new Set(['column-undescribed', 'description-missing', 'license-missing']);

/**
 * Formats problems, usually as one string each. Hints about unfinished descriptions come last, so that they do not hide other problems.
 * Those with the same code and help text share a string. If there are many, it lists the first ones and counts the rest.
 */
export function formatProblems(problems: readonly Problem[]): string[] {
  const groups = Map.groupBy(problems.filter(isUnfinished), ({ code, help }) => `${code} ${help}`);
  const others = problems.filter((it) => !isUnfinished(it));
  return [...others.map(formatProblem), ...[...groups.values()].map(formatTogether)];
}

/** Whether a problem is a hint about an unfinished description and has no excerpt, so that it can be combined with others. */
export function isUnfinished({ code, excerpt }: Problem): boolean {
  return UNFINISHED.has(code) && excerpt === null;
}

/** Formats problems with the same code and help text as one string: a line for each of the first ones, then the help text. */
function formatTogether(alike: readonly Problem[]): string {
  const shown = alike.slice(0, MAX_PRINTED.error);
  const last = alike.at(-1) as Problem;
  if (shown.length === alike.length) return [...shown.slice(0, -1).map(formatFinding), formatProblem(last)].join('\n');
  const message = `${groupDigits(alike.length - shown.length)} more of the same kind`;
  return [...shown.map(formatFinding), formatProblem({ ...last, file: null, message })].join('\n');
}

/** Formats a problem without its help text. */
export function formatFinding({ file, line, column, severity, code, message, excerpt }: Problem): string {
  const where = [file, line, column].filter((part) => part !== null).join(':');
  const head = [where, severity === 'hint' ? `hint ${code}` : code, message].filter((part) => part !== '').join('  ');
  return [head, ...(excerpt ? [`    | ${excerpt}`] : [])].map(forTerminal).join('\n');
}

/** The parts of a problem that commands output as JSON, with the fixes included in the help text. */
export function problemToJson(it: Problem) {
  const { severity, code, file, line, column, message } = it;
  return { severity, code, file, line, column, message, help: helpWithFixes(it) };
}

/** The help text of a problem, followed by each fix with the lines to paste. */
function helpWithFixes({ help, fixes }: Pick<Problem, 'help' | 'fixes'>): string {
  return [help, ...fixes.flatMap(linesOf)].filter((line) => line !== '').join('\n');
}

function linesOf(it: TriedFix): string[] {
  return pastesOf(it.patch, it.sidecar).flatMap(({ how, keys }, index) => [
    index === 0 ? `${it.lead}${how}${settledBy(it)}:` : `and ${how}:`,
    `  ${patchText(keys)}`,
  ]);
}

function settledBy({ also, next }: TriedFix): string {
  const listed = (found: readonly Problem[]): string =>
    found.map(({ code, line }) => (line === null ? code : `${code} on line ${line}`)).join(', ');
  const notes = [
    ...(also.length > 0 ? [`this also fixes: ${listed(also)}`] : []),
    ...(next.length > 0 ? [`problems that remain: ${listed(next)}`] : []),
  ];
  return notes.length > 0 ? ` (${notes.join('; ')})` : '';
}

/** A count with its noun: `1 file`, `1,200 files`. */
export function formatCount(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first `most` of some texts: `a, b, …`. */
export function listFirst(texts: readonly string[], most: number): string {
  return [...texts.slice(0, most), ...(texts.length > most ? ['…'] : [])].join(', ');
}

/** Counts the errors and the hints: `1 problem to solve, 2 hints`. */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return `${formatCount(errors, 'problem')} to solve, ${formatCount(problems.length - errors, 'hint')}`;
}

/** A number of bytes in megabytes: `12.3 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A whole number with its digits in groups of three: `1,200`. */
export function groupDigits(count: number): string {
  // Not `toLocaleString`: its first call takes longer than an entire build that finds no changes.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
