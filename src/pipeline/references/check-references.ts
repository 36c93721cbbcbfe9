import { undescribedColumn } from '../../discover/sidecar/undescribed-column.ts';
import { readCells } from '../../fast-path/read-cells.ts';
import type { ColumnDescription, ForeignKey, Source } from '../../model.ts';
import { parseCsv } from '../../parse/parse-csv.ts';
import { type Problem, problem, reportingErrors } from '../../problems/problem.ts';
import { cellReader } from '../../profile/cells/interpret-cell.ts';
import { valuesOf } from '../../profile/rules/column-rules.ts';
import { collectValues, type HasValue } from '../../profile/rules/referenced-values.ts';
import { indexOfColumn, unknownColumn } from '../../profile/rules/report-rules.ts';
import { findViolations, Violations } from '../../profile/rules/violations.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { csvFile, fileChanged, readUnchanged } from '../input/csv-file.ts';
import { readAgain } from '../read-as-text.ts';
import type { Profiled, ProfiledFile } from '../task-types.ts';

/** Checks the foreign keys of a file that was read, and adds what it finds. */
export type ReferenceCheck = (file: ProfiledFile) => ProfiledFile;

/**
 * Returns a function that checks foreign keys against the files of `sources`; each column that others refer to is read once. `isWhole` is
 * false if the catalogue may have more datasets: a rule about one of these is reported as unchecked.
 */
export function referenceCheck(sources: readonly Source[], isWhole: boolean): ReferenceCheck {
  const known = new Map<string, HasValue | Problem>();
  const valuesOfKey = (key: ForeignKey, own: Source): HasValue | Problem => {
    const dataset = key.dataset || own.config;
    const id = `${dataset}\n${key.references}`;
    const target = sources.find(({ config }) => config === dataset);
    const found = known.get(id) ?? (target ? readColumn(target, key) : unknownDataset(key, sources, isWhole));
    if (typeof found === 'function') known.set(id, found);
    return found;
  };
  return (file) => {
    const { profiled, problems } = file;
    if (!profiled?.source.rules?.foreignKeys.length) return file;
    const found = profiled.source.rules.foreignKeys.flatMap((key) => {
      const values = valuesOfKey(key, profiled.source);
      if (typeof values !== 'function') return values;
      const { path, file } = profiled.source;
      return readUnchanged(path, profiled.fingerprint, () => checkKey(key, values, profiled)) ?? fileChanged({ file });
    });
    // As in the first pass, excerpts must not show columns that are left out.
    if (profiled.source.format.omitted.length > 0)
      for (const it of found) if (it.file === profiled.source.file) it.excerpt = null;
    const hints = found.filter(({ severity }) => severity === 'hint');
    const dataset = { ...profiled.dataset, hints: [...profiled.dataset.hints, ...hints] };
    const isSound = profiled.isSound && hints.length === found.length;
    return { profiled: { ...profiled, dataset, isSound }, problems: [...problems, ...found] };
  };
}

function unknownDataset({ dataset, at }: ForeignKey, sources: readonly Source[], isWhole: boolean): Problem {
  const names = sources.map(({ config }) => config);
  const message = `"foreignKeys" names the dataset "${dataset}", which`;
  const lacking = `${message} does not exist${didYouMean(dataset, names)}`;
  if (isWhole) return problem('reference-unknown', at, lacking, 'Correct the name here.');
  return problem('rule-unchecked', at, `${message} is left out, so the rule is not checked`, 'Build without --only.');
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
    const message = `"foreignKeys" names the column "${references}", which ${file} does not have${didYouMean(references, csv.columns)}`;
    return problem('reference-unknown', at, message, 'Correct the name here.');
  };
  const message = `${file}, to which "foreignKeys" refers, cannot be read, so the rule is not checked`;
  return (
    reportingErrors(() => {}, step) ?? problem('rule-unchecked', at, message, `Solve the problems of ${dataset} first.`)
  );
}

/** Checks the values of a column that refers to others. The records are read again unless the profile has all values, and they are allowed. */
function checkKey({ column, dataset, references, at }: ForeignKey, has: HasValue, profiled: Profiled): Problem[] {
  const { source, delimiter, fast } = profiled;
  const { profiles, columns } = profiled.dataset;
  const names = profiles.map(({ name }) => name);
  const cell = names.indexOf(source.columns.get(column)?.rename ?? column);
  const profile = profiles[cell];
  if (!profile) return [unknownColumn(source, 'foreignKeys', column, names, at)];
  const isNumeric = profile.type !== 'object';
  if (valuesOf(profile)?.every((value) => has(value, false))) return [];
  const format = { ...source.format, delimiter, header: source.format.header ?? 1 };
  const read = cellReader(isNumeric, columns.get(profile.name) ?? undescribedColumn(format));
  const found = new Violations();
  const blocks = fast
    ? readCells(csvFile(source.path, source.file), fast.plan, [cell])
    : readAgain({ ...source, format }, { add: () => {} });
  const rules = [{ isMet: (value: string) => has(value, isNumeric), found }];
  findViolations(blocks, [{ cell, read, nulls: null, rules }]);
  if (found.count === 0) return [];
  const rule = { foreignKeys: `${column} → ${dataset || source.config}.${references}` };
  return [found.toProblem('reference-broken', source, { whose: `of "${column}"`, rule, at })];
}
