import { timeColumn } from '../../contract/columns/time-column.ts';
import type { ColumnDescription, ColumnProfile, FilePlace, Source } from '../../model.ts';
import { formatCount, groupDigits } from '../../problems/format-problem.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { cellReader } from '../../profile/cells/interpret-cell.ts';
import { canonicalNumber } from '../../profile/numbers/read-number.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { openRules } from './column-rules.ts';
import { momentsOf } from './compare-periods.ts';
import { findRepeats } from './find-repeats.ts';
import type { ReadCells } from './rereader.ts';
import { changeAt, findViolations, Violations } from './violations.ts';

/** A table whose cells have been read once, with its published columns in file order. */
interface RuledTable {
  /** Column names in the file. */
  columns: readonly string[];
  described: readonly ColumnDescription[];
  profiles: readonly ColumnProfile[];
  rowCount: number;
  keyColumns: readonly string[] | null;
  readCells: ReadCells;
}

/** Index of a column by its name in the file or, if no column has it there, by its published name; -1 without such a column. */
export function indexOfColumn(
  name: string,
  columns: readonly string[],
  described: readonly ColumnDescription[],
): number {
  const index = columns.indexOf(name);
  return index >= 0 ? index : described.findIndex(({ rename }) => rename === name);
}

/**
 * Checks the publisher's rules for the columns of a table, its primary key, and what is expected of the whole. Rules that hold as the profiles
 * show cost nothing; for the others, the records are read again.
 */
export function reportRules(source: Source, table: RuledTable, report: Report): void {
  reportExpectations(source, table, report);
  const { columns: named = [], at } = source.rules?.primaryKey ?? {};
  const cells = named.map((name) => indexOfColumn(name, table.columns, table.described));
  const unknown = named.filter((_, index) => cells[index] === -1);
  for (const name of unknown) report(unknownColumn(source, 'primaryKey', name, table.columns, at as FilePlace));
  const key = unknown.length > 0 ? [] : cells;
  reportCells(source, table, key, report);
  reportRepeats(source, table, key, report);
}

/** Reports what the publisher expects of a table as a whole, and does not find. */
function reportExpectations({ file, rules }: Source, table: RuledTable, report: Report): void {
  if (!rules?.expect) return;
  const { rows: { min = 0, max = Number.POSITIVE_INFINITY } = {}, until, at } = rules.expect;
  const { profiles, rowCount, keyColumns } = table;
  const missed = (found: string, expected: string): void => {
    const help = `Get the data anew, or ${changeAt('"expect"', at)}.`;
    report(problem('expectation-missed', { file }, `${found}, but "expect" says ${expected}`, help));
  };
  const rows = formatCount(rowCount, 'row');
  if (rowCount < min) missed(`the table has ${rows}`, `at least ${groupDigits(min)}`);
  if (rowCount > max) missed(`the table has ${rows}`, `at most ${groupDigits(max)}`);
  if (until === undefined) return;
  const { name, distribution } = timeColumn(profiles, keyColumns ?? []) ?? {};
  const last = distribution?.extremes && String(JSON.parse(distribution.extremes.max));
  if (!last) missed('no column has periods or dates', `that the data reaches ${until}`);
  else if (momentsOf(last).end < momentsOf(until).start) {
    missed(`the data ends with ${last} in "${name}"`, `that it reaches ${until}`);
  }
}

/** Reports nulls of required columns, and values that break a rule of their column. */
function reportCells(source: Source, table: RuledTable, key: readonly number[], report: Report): void {
  const { file, columnPlaces, rules: { primaryKey } = {} } = source;
  const { columns, described, profiles, readCells } = table;
  const checks = profiles.flatMap((profile, cell) => {
    const description = described[cell] as ColumnDescription;
    const { required, constraints = {} } = description;
    const open = openRules(constraints, required || key.includes(cell), profile);
    const rules = open.map((it) => ({ ...it, found: new Violations() }));
    const read = cellReader(profile.type !== 'object', description);
    return rules.length > 0 ? { cell, column: columns[cell] as string, constraints, rules, read } : [];
  });
  if (checks.length > 0) findViolations(readCells(checks.map(({ cell }) => cell)), checks);
  for (const { cell, column, constraints, rules } of checks) {
    for (const { key: rule, found } of rules) {
      if (found.count > 0 && rule !== 'required') {
        const stated = { [rule]: constraints[rule] };
        report(found.toProblem('rule-broken', file, [column], stated, columnPlaces.get(column)));
      } else if (found.count > 0) {
        const [why, help] = key.includes(cell)
          ? ['is part of the primary key', changeAt('"primaryKey"', primaryKey?.at)]
          : ['is required', 'say in the sidecar that the column is not required: "required": false'];
        const nulls = `${formatCount(found.count, 'null')}, ${found.places}`;
        const message = `the column "${column}" ${why}, but contains ${nulls}`;
        report(problem('null-forbidden', { file, place: found.first }, message, `Fill in the cells, or ${help}.`));
      }
    }
  }
}

/** Reports repeated values of unique columns and of the primary key. */
function reportRepeats(source: Source, table: RuledTable, key: readonly number[], report: Report): void {
  const { columns, described, profiles, rowCount, keyColumns, readCells } = table;
  const reportSet = (cells: readonly number[], rule: Readonly<Record<string, unknown>>, at?: FilePlace): void => {
    const names = cells.map((cell) => profiles[cell]?.name);
    // What contains a key is one.
    if (keyColumns?.every((name) => names.includes(name))) return;
    if (cells.some((cell) => profiles[cell]?.distribution.isUnique)) return;
    const readers = cells.map((cell) => {
      const isNumeric = profiles[cell]?.type !== 'object';
      const read = cellReader(isNumeric, described[cell] as ColumnDescription);
      const readNumber = (text: string): string | null => {
        const number = read(text);
        return number && canonicalNumber(number);
      };
      return [cell, isNumeric ? readNumber : read] as const;
    });
    const found = new Violations();
    findRepeats(readCells, new Map(readers), rowCount, (values, placeOf) => found.add(values.join(' / '), placeOf));
    const named = cells.map((cell) => columns[cell] as string);
    if (found.count > 0) report(found.toProblem('rule-broken', source.file, named, rule, at));
  };
  const unique = described.flatMap(({ constraints }, cell) => (constraints?.unique ? cell : []));
  for (const cell of unique) reportSet([cell], { unique: true }, source.columnPlaces.get(columns[cell] as string));
  const { primaryKey } = source.rules ?? {};
  const isStated = key.length === 1 && unique.includes(key[0] as number);
  if (primaryKey && key.length > 0 && !isStated) reportSet(key, { primaryKey: primaryKey.columns }, primaryKey.at);
}

/** The problem of a rule for a column that is not published: an error, unless the description says that the file may lack the column. */
export function unknownColumn(
  { file, format, columns: described }: Source,
  rule: string,
  name: string,
  columns: readonly string[],
  at: FilePlace,
): Problem {
  const isOmitted = format.omitted.includes(name);
  const found = isOmitted ? 'which is not published' : `which ${file} does not have${didYouMean(name, columns)}`;
  const message = `"${rule}" names the column "${name}", ${found}`;
  if (!isOmitted && !described.get(name)?.mayBeAbsent)
    return problem('column-unknown', at, message, `The published columns of the file are: ${columns.join(', ')}.`);
  const unchecked = `${message}, so the rule is not checked`;
  return problem('rule-unchecked', at, unchecked, `Remove the rule or the column from it.`);
}
