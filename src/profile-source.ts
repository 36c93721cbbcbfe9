/** The first reading of a CSV file: checks it, and finds out what its columns are. */

import type { ColumnDescription, Dataset, RecordBlock, Source } from './model.ts';
import { checkColumns } from './parse/check-columns.ts';
import { RepeatCheck } from './parse/check-repeats.ts';
import { fingerprintOf } from './parse/decode.ts';
import { parseCsv } from './parse/parse-csv.ts';
import { inOrder, type Problem, ProblemError, problem, type Report } from './problems.ts';
import { ColumnProfiler } from './profile/profile-column.ts';
import { reportFormats } from './profile/report-formats.ts';
import { reportHeader } from './profile/report-header.ts';
import { reportProfile } from './profile/report-profile.ts';
import { reportTexts } from './profile/report-texts.ts';

/** A CSV file that was read once. */
export interface Profiled {
  source: Source;
  dataset: Dataset;
  /** The delimiter it was read with. */
  delimiter: string;
  /** False when there is an error in it, or in what is said of it: then it must not be published. */
  isSound: boolean;
  /** Of the CSV file, before it was read. */
  fingerprint: string;
}

/**
 * Reads a CSV file for the first time: checks it, and profiles its columns. Null when it cannot be read to its end, or changes
 * meanwhile: what is found then may be in none of its versions, so only the change is reported.
 */
export function profileSource(source: Source, report: Report): Profiled | null {
  const found: Problem[] = [];
  const fingerprint = fingerprintOf(source.path);
  const take: Report = (it) => found.push(it);
  const read = reportingErrors(take, () => profileRecords(source, take));
  const isUnchanged = fingerprintOf(source.path) === fingerprint;
  const problems = isUnchanged ? found : [fileChanged(source)];
  for (const it of problems) report(it);
  if (!read || !isUnchanged) return null;
  const hints = inOrder(problems.filter(({ severity }) => severity === 'hint'));
  const isSound = !source.isRefused && hints.length === problems.length;
  return { source, dataset: { ...read.dataset, hints }, delimiter: read.delimiter, isSound, fingerprint };
}

/** The problem of a file that another process writes to. */
export function fileChanged({ file }: Source): Problem {
  return problem(
    'file-changed',
    { file },
    'changed, or was replaced or removed, while it was read, so what is known of it no longer holds',
    'Build again when nobody writes to the file.',
  );
}

function profileRecords(source: Source, report: Report): { dataset: Omit<Dataset, 'hints'>; delimiter: string } | null {
  const csv = parseCsv(source.path, source.file, source.form, report);
  if (!csv) return null;
  checkColumns(source, csv.columns, report);
  const descriptions = new Map(csv.columns.map((name) => [name, source.columns.get(name) ?? undescribed(source)]));
  const profilers = [...descriptions].map(([name, description]) => new ColumnProfiler(name, description));
  const repeats = new RepeatCheck();
  let rowCount = 0;
  for (const block of csv.blocks) {
    rowCount += block.records.length;
    repeats.add(block);
    for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
  }
  repeats.finish(source.file, csv.columns.length, () => readAgain(source), report);
  const profiles = profilers.map((profiler) => profiler.finish());
  for (const [index, profile] of profiles.entries()) {
    reportProfile(source, csv.columns[index] as string, profile, report);
  }
  reportFormats(source, csv.columns, profiles, report);
  reportHeader(source, csv, profiles, report);
  reportTexts(source, profiles, report);
  const columns = new Map(
    [...descriptions.values()].map((description, index) => [profiles[index]?.name ?? '', description]),
  );
  return { dataset: { ...source, columns, rowCount, profiles }, delimiter: csv.delimiter };
}

/** The records of a file whose problems were told. */
export function readAgain({ path, file, form }: Source): Iterable<RecordBlock> {
  return parseCsv(path, file, form, () => {})?.blocks ?? [];
}

/** How a column is read that the publisher says nothing about. */
function undescribed({ form }: Source): ColumnDescription {
  const { missing, format } = form;
  return {
    description: '',
    nullable: false,
    required: false,
    isNumber: false,
    format,
    ...(missing ? { missing } : {}),
  };
}

/** Runs a step; a `ProblemError` that ends it is reported, and the step's result is null then. */
export function reportingErrors<T>(report: Report, step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    report(error.problem);
    return null;
  }
}
