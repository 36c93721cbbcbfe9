import type { ColumnDescription, ColumnProfile, FilePlace, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { cellReader } from '../cells/interpret-cell.ts';
import type { ReadAgain } from '../evidence/findings.ts';
import { canonicalNumber } from '../numbers/read-number.ts';
import { columnRules } from './column-rules.ts';
import { findRepeats } from './find-repeats.ts';
import { reportExpectations } from './report-expectations.ts';
import { changeAt, findViolations, Violations } from './violations.ts';

/** A table whose cells have been read once, with its published columns in file order. */
export interface RuledTable {
  /** Column names in the file. */
  columns: readonly string[];
  described: readonly ColumnDescription[];
  profiles: readonly ColumnProfile[];
  rowCount: number;
  keyColumns: readonly string[] | null;
  /** Whether the combined values of the primary key are known to differ in all records. */
  isKeyUnique: boolean;
  readAgain: ReadAgain;
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

/** Returns a function that reads the value of a cell, or null. Equal values are equal strings. */
export function valueReader({ type }: ColumnProfile, description: ColumnDescription): (cell: string) => string | null {
  const isNumeric = type !== 'object';
  const read = cellReader(isNumeric, description);
  if (!isNumeric) return read;
  return (cell) => {
    const value = read(cell);
    return value === null ? null : canonicalNumber(value);
  };
}

/**
 * Checks the publisher's rules for the columns of a table, its primary key, and what is expected of the whole. Rules that hold as the profiles
 * show cost nothing; for the others, the records are read again.
 */
export function reportRules(source: Source, table: RuledTable, report: Report): void {
  reportExpectations(source, table, report);
  const key = keyCells(source, table, report);
  reportCells(source, table, key, report);
  reportRepeats(source, table, key, report);
}

/** Reports nulls of required columns, and values that break a rule of their column. */
function reportCells(source: Source, table: RuledTable, key: readonly number[], report: Report): void {
  const { columns, described, profiles, readAgain } = table;
  const checks = profiles.flatMap((profile, cell) => {
    const description = described[cell] as ColumnDescription;
    const { required, constraints = {} } = description;
    const rules = columnRules(constraints, profile)
      .filter(({ holds }) => !holds)
      .map(({ key, isMet }) => ({ key, isMet, found: new Violations() }));
    const nulls = (required || key.includes(cell)) && profile.nullCount > 0 ? new Violations() : null;
    const read = cellReader(profile.type !== 'object', description);
    return rules.length > 0 || nulls ? [{ cell, constraints, rules, nulls, read }] : [];
  });
  if (checks.length > 0) findViolations(readAgain(checks.map(({ cell }) => cell)), checks);
  for (const { cell, constraints, rules, nulls } of checks) {
    const column = columns[cell] as string;
    const at = source.columnPlaces.get(column);
    if (nulls?.count) {
      const isKey = key.includes(cell) && source.rules?.primaryKey;
      const why = isKey ? 'is part of the primary key' : 'is required';
      const message = `the column "${column}" ${why}, but contains ${formatCount(nulls.count, 'null')}, ${nulls.places}`;
      const help = isKey
        ? `Fill in the cells, or ${changeAt('"primaryKey"', isKey.at)}.`
        : 'Fill in the cells, or say in the sidecar that the column is not required: "required": false.';
      report(problem('null-forbidden', { file: source.file, place: nulls.first }, message, help));
    }
    for (const { key, found } of rules) {
      const stated = { whose: `of "${column}"`, rule: { [key]: asStated(constraints[key]) }, at };
      if (found.count > 0) report(found.toProblem('rule-broken', source, stated));
    }
  }
}

/** The value of a rule with numbers in place of strings that are written as these are. */
function asStated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asStated);
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

/** Reports repeated values of unique columns and of the primary key. */
function reportRepeats(source: Source, table: RuledTable, key: readonly number[], report: Report): void {
  const { columns, described, profiles, isKeyUnique, readAgain } = table;
  const reportSet = (cells: readonly number[], stated: Parameters<Violations['toProblem']>[2]): void => {
    const readers = cells.map((cell) => {
      return [cell, valueReader(profiles[cell] as ColumnProfile, described[cell] as ColumnDescription)] as const;
    });
    const repeats = findRepeats(readAgain, new Map(readers));
    if (repeats) report(new Violations().addRepeats(repeats).toProblem('rule-broken', source, stated));
  };
  for (const [cell, { constraints }] of described.entries()) {
    const { isUnique, distinct } = (profiles[cell] as ColumnProfile).distribution;
    const isOpen = constraints?.unique && isUnique !== true && distinct.count > 0;
    const column = columns[cell] as string;
    const stated = { whose: `of "${column}"`, rule: { unique: true }, at: source.columnPlaces.get(column) };
    if (isOpen) reportSet([cell], stated);
  }
  const { primaryKey } = source.rules ?? {};
  const isStated = key.length === 1 && described[key[0] as number]?.constraints?.unique;
  if (primaryKey && key.length > 0 && !isKeyUnique && !isStated) {
    const { columns: names, at } = primaryKey;
    reportSet(key, { noun: 'repeated combination', whose: 'of values', rule: { primaryKey: names }, at });
  }
}

/** Indexes of the columns of the primary key. Reports those that are not published; then there are none. */
function keyCells(source: Source, { columns, described }: RuledTable, report: Report): number[] {
  const { primaryKey } = source.rules ?? {};
  if (!primaryKey) return [];
  const cells = primaryKey.columns.map((name) => indexOfColumn(name, columns, described));
  const unknown = primaryKey.columns.filter((_, index) => cells[index] === -1);
  for (const name of unknown) report(unknownColumn(source, 'primaryKey', name, columns, primaryKey.at));
  return unknown.length > 0 ? [] : cells;
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
  if (isOmitted || described.get(name)?.mayBeAbsent) {
    return problem(
      'rule-unchecked',
      at,
      `${message}, so the rule is not checked`,
      `Remove the rule or the column from it.`,
    );
  }
  return problem('column-unknown', at, message, `The published columns of the file are: ${columns.join(', ')}.`);
}
