import { undescribedColumn } from '../../discover/sidecar/undescribed-column.ts';
import type { ColumnDescription, ForeignKey, RecordBlock, Source } from '../../model.ts';
import { parseCsv } from '../../parse/parse-csv.ts';
import { type Problem, problem, reportingErrors } from '../../problems/problem.ts';
import { CellInterpreter, cellReader } from '../../profile/cells/interpret-cell.ts';
import { notationOf, toJsonNumber, trimBlanks, typeOfNumbers } from '../../profile/numbers/read-number.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { csvFile, fileChanged, readUnchanged } from '../input/csv-file.ts';
import { memberTest, valuesOf } from '../rules/column-rules.ts';
import { indexOfColumn, unknownColumn } from '../rules/report-rules.ts';
import { rereader } from '../rules/rereader.ts';
import { findViolations, Violations } from '../rules/violations.ts';
import type { Profiled, ProfiledFile } from '../task-types.ts';

/** Checks the foreign keys of a file that was read, and adds what it finds. */
export type ReferenceCheck = (file: ProfiledFile) => ProfiledFile;

/** Returns whether a value occurs among those of a column: a string, or a number in JSON if `isNumber`. */
type HasValue = (value: string, isNumber: boolean) => boolean;

/**
 * Returns a function that checks foreign keys against the files of `sources`; each column that others refer to is read once. `isWhole` is
 * false if the catalogue may have more datasets: a rule about one of these is reported as unchecked.
 */
export function referenceCheck(sources: readonly Source[], isWhole: boolean): ReferenceCheck {
  const known = new Map<string, HasValue>();
  const check = (key: ForeignKey, profiled: Profiled): Problem | Problem[] => {
    const { path, file, config } = profiled.source;
    const dataset = key.dataset || config;
    const target = sources.find(({ config }) => config === dataset);
    if (!target) {
      const message = `"foreignKeys" names the dataset "${dataset}", which`;
      const names = sources.map(({ config }) => config);
      const [code, found, help] = isWhole
        ? (['reference-unknown', `does not exist${didYouMean(dataset, names)}`, 'Correct the name here.'] as const)
        : (['rule-unchecked', 'is left out, so the rule is not checked', 'Build without --only.'] as const);
      return problem(code, key.at, `${message} ${found}`, help);
    }
    const id = `${dataset}\n${key.references}`;
    const has = known.get(id) ?? readColumn(target, key);
    if (typeof has !== 'function') return has;
    known.set(id, has);
    return readUnchanged(path, profiled.fingerprint, () => checkKey(key, has, profiled)) ?? fileChanged({ file });
  };
  return (file) => {
    const { profiled, problems } = file;
    if (!profiled?.source.rules?.foreignKeys.length) return file;
    const found = profiled.source.rules.foreignKeys.flatMap((key) => check(key, profiled));
    // As in the first pass, excerpts must not show columns that are left out.
    if (profiled.source.format.omitted.length > 0)
      for (const it of found) if (it.file === profiled.source.file) it.excerpt = null;
    const hints = found.filter(({ severity }) => severity === 'hint');
    const dataset = { ...profiled.dataset, hints: [...profiled.dataset.hints, ...hints] };
    const isSound = profiled.isSound && hints.length === found.length;
    return { profiled: { ...profiled, dataset, isSound }, problems: [...problems, ...found] };
  };
}

/** Reads the column to which a foreign key refers. The problem if that is impossible. */
function readColumn(target: Source, { dataset, references, at }: ForeignKey): HasValue | Problem {
  const { path, file, format, settings } = target;
  const step = (): HasValue | Problem | null => {
    const csv = parseCsv(csvFile(path, file), file, format, () => {}, settings);
    if (!csv) return null;
    const described = csv.columns.map((name) => target.columns.get(name) ?? undescribedColumn(format));
    const cell = indexOfColumn(references, csv.columns, described);
    if (cell >= 0) return collectValues(csv.blocks, cell, described[cell] as ColumnDescription);
    csv.close();
    return unknownColumn(target, 'foreignKeys', references, csv.columns, at);
  };
  const message = `${file}, to which "foreignKeys" refers, cannot be read, so the rule is not checked`;
  return (
    reportingErrors(() => {}, step) ?? problem('rule-unchecked', at, message, `Solve the problems of ${dataset} first.`)
  );
}

/** Collects the values of a column that others refer to. Numbers are compared as numbers if both columns are numeric, or else as texts. */
function collectValues(blocks: Iterable<RecordBlock>, cell: number, description: ColumnDescription): HasValue {
  const cells = new CellInterpreter(description);
  const found = new Set<string>();
  for (const { records } of blocks) for (const record of records) found.add(record[cell] as string);
  const texts = [...found].filter((it) => !cells.isNull(it, trimBlanks(it)));
  const values = texts.map(trimBlanks).filter((it) => !cells.isNullToken(it));
  const numbers = values.map((it) => cells.toPlainNumber(it) ?? '');
  const notations = numbers.flatMap((it) => notationOf(it) ?? []);
  const isNumeric = description.type !== 'object' && notations.length === numbers.length;
  if (!isNumeric || typeOfNumbers(new Set(notations)) === 'object') return memberTest(texts, false);
  const [isNumber, isWritten] = [memberTest(numbers, true), memberTest(numbers.map(toJsonNumber), false)];
  return (value, isNumeric) => (isNumeric ? isNumber(value) : isWritten(value));
}

/** Checks the values of a column that refers to others. The records are read again unless the profile has all values, and they are allowed. */
function checkKey({ column, dataset, references, at }: ForeignKey, has: HasValue, profiled: Profiled): Problem[] {
  const { source, delimiter, fast } = profiled;
  const { profiles, columns } = profiled.dataset;
  const names = profiles.map(({ name }) => name);
  const cell = names.indexOf(source.columns.get(column)?.rename ?? column);
  const profile = profiles[cell];
  if (!profile) return [unknownColumn(source, 'foreignKeys', column, names, at)];
  if (valuesOf(profile)?.every((value) => has(value, false))) return [];
  const isNumeric = profile.type !== 'object';
  const read = cellReader(isNumeric, columns.get(profile.name) ?? undescribedColumn(source.format));
  const found = new Violations();
  const rules = [{ isMet: (value: string) => has(value, isNumeric), found }];
  findViolations(rereader(source, delimiter, fast).cells([cell]), [{ cell, read, rules }]);
  if (found.count === 0) return [];
  const rule = { foreignKeys: `${column} → ${dataset || source.config}.${references}` };
  return [found.toProblem('reference-broken', source.file, [column], rule, at)];
}
