import type { CheckedColumn, CheckedFile, CheckReport } from '../src/commands/check-data.ts';
import { formatCount, formatProblem } from '../src/problems/format-problem.ts';
import type { Problem } from '../src/problems/problem.ts';
import { patchText } from '../src/problems/sidecar-patch.ts';

/** A check's report as people read it. */
export function formatCheck({ files, problems }: CheckReport): string {
  const parts = [...problems.map((it) => `${formatProblem(it)}\n`), ...files.map(describeFile)];
  const told = [...problems, ...files.flatMap((file) => file.problems)];
  return [...parts, summary(files.length, told)].join('\n');
}

function summary(files: number, problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return `${formatCount(files, 'file')}: ${formatCount(errors, 'problem')} to solve, ${formatCount(problems.length - errors, 'hint')}\n`;
}

function describeFile(checked: CheckedFile): string {
  const { file, delimiter, rows, columns, entry, problems } = checked;
  const lines = [`${file} ${standing(checked)}`];
  if (rows !== null) {
    const form = `delimiter ${JSON.stringify(delimiter)}`;
    lines.push(`  ${formatCount(rows, 'row')}, ${formatCount(columns.length, 'column')}, ${form}`, tableOf(columns));
  }
  for (const it of problems) lines.push('', indent(formatProblem(it)));
  if (entry.csv || entry.columns)
    lines.push(
      '',
      '  To add to the sidecar, inside of "csv" and "columns" where these are there already:',
      indent(entryLines(entry)),
    );
  return `${lines.join('\n')}\n`;
}

/** The name a file is published under, or why it has none. */
function standing({ config, isDescribed }: CheckedFile): string {
  if (config !== null) return `→ ${config}`;
  return isDescribed ? '(cannot be published)' : '(not described: npm run add -- FILE writes a sidecar)';
}

function entryLines({ csv, columns }: CheckedFile['entry']): string {
  const members = csv ? [patchText({ csv })] : [];
  if (columns) {
    const lines = Object.entries(columns).map(([name, keys]) => `  ${JSON.stringify(name)}: ${oneLine(keys)}`);
    members.push(`"columns": {\n${lines.join(',\n')}\n}`);
  }
  return members.join(',\n');
}

/** Keys of a column's entry, as an entry's text has them. */
function oneLine(keys: Readonly<Record<string, unknown>>): string {
  return patchText({ csv: keys }).slice('"csv": '.length);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

const HEAD = ['column', 'type', 'nulls', 'samples'];
/** Characters of a cell that are shown. */
const WIDEST = 48;

function tableOf(columns: readonly CheckedColumn[]): string {
  const cells = columns.map(({ name, type, null_count, null_spellings, samples }) => [
    shorten(name),
    type,
    shorten(describeNulls(null_count, null_spellings)),
    shorten(samples.join(', ')),
  ]);
  const table = [HEAD, ...cells];
  const widths = HEAD.map((_, at) => table.reduce((widest, row) => Math.max(widest, (row[at] ?? '').length), 0));
  return table.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}

/** `12 (NA 9, empty 3)`. */
function describeNulls(nulls: number, spellings: CheckedColumn['null_spellings']): string {
  if (nulls === 0) return '0';
  return `${nulls} (${spellings.map(({ text, count: times }) => `${text === '' ? 'empty' : text} ${times}`).join(', ')})`;
}

/** Text in one line, without what a terminal would obey. */
function shorten(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '\u{FFFD}');
  return plain.length > WIDEST ? `${plain.slice(0, WIDEST - 1)}…` : plain;
}
