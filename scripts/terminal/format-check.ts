import type { CheckedColumn, CheckedFile, CheckReport } from '../../src/commands/check-data.ts';
import {
  countProblems,
  formatCount,
  formatFinding,
  formatProblem,
  formatProblems,
  isUnfinished,
  problemToJson,
} from '../../src/problems/format-problem.ts';
import { nameCommand } from '../../src/problems/name-command.ts';
import { pastesOf } from '../../src/problems/paste-text.ts';
import { firstOfEachKind, isFatal, type Problem } from '../../src/problems/problem.ts';
import { keyText } from '../../src/problems/sidecar-patch.ts';
import { forTerminal } from '../../src/problems/text-position.ts';

/**
 * Formats a report for a terminal. In a check of several files, hints about unfinished descriptions are grouped at the end. `isWrongOnly`
 * leaves out all columns, and all files that have no problems apart from these hints.
 */
export function formatCheck({ files, problems }: CheckReport, isWrongOnly = false): string {
  const all = [...problems, ...files.flatMap((file) => file.problems)];
  const isLast = (it: Problem): boolean => files.length > 1 && isUnfinished(it);
  const rest = files.map((file) => ({ ...file, problems: file.problems.filter((it) => !isLast(it)) }));
  const shown = isWrongOnly
    ? rest.filter((file) => file.problems.length > 0).map((file) => ({ ...file, rows: null, rules: null }))
    : rest;
  return [
    ...firstOfEachKind(problems).map((it) => `${formatProblem(it)}\n`),
    ...shown.map(formatFile),
    ...formatProblems(files.flatMap((file) => file.problems.filter(isLast))).map((it) => `${it}\n`),
    `${formatCount(files.length, 'file')}: ${countProblems(all)}\n`,
  ].join('\n');
}

/** Converts a report to JSON. The `entries` of a problem are the patches of its fixes. */
export function checkToJson({ ok, files, problems }: CheckReport): object {
  const asJson = (it: Problem): object => {
    return { ...problemToJson(it), excerpt: it.excerpt, entries: it.fixes.map(({ patch }) => patch) };
  };
  return {
    ok,
    files: files.map(({ sidecar, ...file }) => ({
      ...file,
      problems: file.problems.map(asJson),
      further: file.further.map(asJson),
      remaining: file.remaining.map(asJson),
    })),
    problems: problems.map(asJson),
  };
}

/** Formats the findings in one data file, followed by the number of its problems. */
export function formatTable(file: CheckedFile): string {
  return [formatFile(file), `the data: ${countProblems(file.problems)}\n`].join('\n');
}

function formatFile(checked: CheckedFile): string {
  const { file, delimiter, rows, columns, entry, sidecar, problems, further, remaining } = checked;
  const lines = [forTerminal(`${file} ${formatStatus(checked)}`)];
  if (rows !== null) {
    const dialect = `delimiter ${JSON.stringify(delimiter)}`;
    lines.push(
      `  ${formatCount(rows, 'row')}, ${formatCount(columns.length, 'column')}, ${dialect}`,
      formatColumns(columns),
    );
  }
  for (const it of firstOfEachKind(problems)) lines.push('', indent(formatProblem(it)));
  if (further.length > 0) {
    lines.push('', '  Solving these reveals further problems, which the lines below fix too:');
    for (const it of firstOfEachKind(further)) lines.push(indent(formatFinding(it)));
  }
  for (const [index, { how, into, keys }] of pastesOf(entry, sidecar).entries()) {
    lines.push(
      '',
      `  ${index === 0 ? 'To apply all available fixes,' : 'And'} ${how}:`,
      indent(into === 'columns' ? membersOf(keys) : formatEntry(keys)),
    );
  }
  const suggested = formatRules(checked);
  if (suggested !== '') lines.push('', suggested);
  if (remaining.length > 0) {
    lines.push('', '  Applying these fixes reveals further problems, which they do not solve:');
    for (const it of firstOfEachKind(remaining)) lines.push('', indent(formatProblem(it)));
  }
  return `${lines.join('\n')}\n`;
}

/** The suggested rules of a file, in at most two lines; empty without any. Columns with the fewest values come first. */
function formatRules({ rules }: CheckedFile): string {
  const enums = Object.entries(rules?.enums ?? {}).sort(([, a], [, b]) => a.length - b.length);
  const shown = enums.slice(0, MAX_ENUMS).map(([column, values]) => {
    return `${keyText('constraints', { enum: values })} in the entry of ${JSON.stringify(column)}`;
  });
  const key = rules?.primaryKey ? [keyText('primaryKey', rules.primaryKey)] : [];
  const all = [...key, ...(shown.length > 0 ? [shown.join('; ')] : [])];
  return all
    .map((it, index) => forTerminal(`  ${index === 0 ? 'Rules that hold, to add if they are meant: ' : ''}${it}`))
    .join('\n');
}

/** A file's config name after an arrow or, if it has none, a remark in parentheses. */
function formatStatus({ config, isDescribed, problems }: CheckedFile): string {
  if (config !== null) return `→ ${config}`;
  return isDescribed || problems.some(isFatal)
    ? '(cannot be published)'
    : `(not described: ${nameCommand('add', 'FILE')} writes a sidecar)`;
}

/** Sidecar keys as text to paste, with one column per line. */
function formatEntry({ csv, columns }: CheckedFile['entry']): string {
  const members = csv ? [keyText('csv', csv)] : [];
  if (columns) members.push(`"columns": {\n${membersOf(columns).replace(/^/gm, '  ')}\n}`);
  return members.join(',\n');
}

function membersOf(keys: Readonly<Record<string, unknown>>): string {
  return Object.entries(keys)
    .map(([key, value]) => keyText(key, value))
    .join(',\n');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** Maximum number of enumerations that are suggested. */
const MAX_ENUMS = 2;

const HEAD = ['column', 'type', 'nulls', 'samples'];
/** Maximum width of a cell, in characters. Longer text is shortened. */
const MAX_WIDTH = 48;

function formatColumns(columns: readonly CheckedColumn[]): string {
  const cells = columns.map(({ name, type, null_count, null_spellings, samples }) => [
    shorten(name),
    type,
    shorten(formatNulls(null_count, null_spellings)),
    shorten(samples.join(', ')),
  ]);
  const table = [HEAD, ...cells];
  const widths = HEAD.map((_, at) => table.reduce((widest, row) => Math.max(widest, (row[at] ?? '').length), 0));
  return table.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}

/** Formats the nulls of a column, such as `12 (NA 9, empty 3)`. */
function formatNulls(nulls: number, spellings: CheckedColumn['null_spellings']): string {
  if (nulls === 0) return '0';
  return `${nulls} (${spellings.map(({ text, count: times }) => `${text === '' ? 'empty' : text} ${times}`).join(', ')})`;
}

/** Shortens the text of a cell and replaces control characters, which a terminal would interpret. */
function shorten(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '\u{FFFD}');
  return plain.length > MAX_WIDTH ? `${plain.slice(0, MAX_WIDTH - 1)}…` : plain;
}
