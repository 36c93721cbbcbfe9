/**
 * The table of contents: discover → parse → profile → publish. Every file is read twice: the types of its columns are
 * known only after its last row, and what is kept until then is the numbers of its columns, compactly, never the records. Nothing is published before everything was read once.
 */

import { findSources } from './discover/find-sources.ts';
import { readCatalogue } from './discover/read-catalogue.ts';
import type { Catalogue, ColumnDescription, Dataset, Output, Source } from './model.ts';
import { checkColumns } from './parse/check-columns.ts';
import { fingerprintOf } from './parse/decode.ts';
import { parseCsv } from './parse/parse-csv.ts';
import { type Problem, ProblemError, problem, type Report } from './problems.ts';
import { ColumnProfiler } from './profile/profile-column.ts';
import { reportHeaderRows, reportMissingHeader, reportProfile } from './profile/report-profile.ts';
import type { Site } from './publish/routes.ts';
import { writeCatalogue, writeDataset } from './publish/write-api.ts';

/** An output that counts what was written to it. */
export type CountingOutput = Output & { readonly written: { files: number; bytes: number } };

export interface BuildOptions {
  rawData: string;
  site: Site;
  /** Publish the datasets that are sound though others are not. */
  keepGoing?: boolean;
  /** Told what the build is doing, a line at a time. */
  progress?: (line: string) => void;
}

/** What a build did. */
export interface BuildReport {
  /** False when there is an error among the problems. */
  ok: boolean;
  /** False when there is no whole output: nothing was written, or a file changed while it was. */
  published: boolean;
  datasets: { config: string; rows: number; files: number; bytes: number }[];
  problems: Problem[];
}

/** A dataset that was read once and found sound. */
interface Profiled {
  source: Source;
  dataset: Dataset;
  /** Of the CSV file, before it was read. */
  fingerprint: string;
}

/** Reads a raw-data folder and writes the files of /v1. On an error nothing is written, unless told to keep going. */
export function buildApi({ rawData, site, keepGoing, progress }: BuildOptions, output: CountingOutput): BuildReport {
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const catalogue = readCatalogue(rawData, report);
  const sources = findSources(rawData, catalogue?.categories ?? null, report);
  progress?.(`discover  ${sources.length} datasets`);
  if (sources.length === 0 && problems.length === 0) {
    report(
      problem('catalogue-empty', { file: null }, `no CSV file in ${rawData}`, 'Add one: README, "Add a dataset".'),
    );
  }
  const profiled = sources.flatMap((source) => profileSource(source, report) ?? []);
  const rows = profiled.reduce((sum, { dataset }) => sum + dataset.rowCount, 0);
  progress?.(`profile   ${profiled.length} datasets, ${rows} rows`);
  if (!catalogue || (hasError(problems) && !keepGoing)) return finish(false, [], problems);
  const readBefore = problems.length;
  const datasets = publishAll(catalogue, profiled, output, site, report);
  progress?.(`publish   ${output.written.files} files of /v1`);
  return finish(problems.length === readBefore, datasets, problems);
}

function finish(published: boolean, datasets: BuildReport['datasets'], problems: Problem[]): BuildReport {
  return { ok: !hasError(problems), published, datasets, problems: inOrder(problems) };
}

/** What is said of a file as a whole comes behind what has a line. */
const WHOLE_FILE = Number.MAX_SAFE_INTEGER;

/** Problems by file, in the order in which the files came up, and by place in each. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  return [...byFile.values()].flatMap((group) =>
    group.sort((a, b) => (a.line ?? WHOLE_FILE) - (b.line ?? WHOLE_FILE) || (a.column ?? 0) - (b.column ?? 0)),
  );
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Reads a CSV file for the first time: checks it, and profiles its columns. Null when it will not be published. */
function profileSource(source: Source, report: Report): Profiled | null {
  let sound = !source.isRefused;
  const watch: Report = (it) => {
    if (it.severity === 'error') sound = false;
    report(it);
  };
  const fingerprint = fingerprintOf(source.path);
  const dataset = reportingErrors(watch, () => profileRecords(source, watch));
  return dataset && sound ? { source, dataset, fingerprint } : null;
}

function profileRecords(source: Source, report: Report): Dataset | null {
  const csv = parseCsv(source.path, source.file, source.form, report);
  if (!csv) return null;
  checkColumns(source, csv.columns, report);
  const descriptions = new Map(csv.columns.map((name) => [name, source.columns.get(name) ?? undescribed(source)]));
  const profilers = [...descriptions].map(([name, description]) => new ColumnProfiler(name, description));
  let rowCount = 0;
  for (const block of csv.blocks) {
    rowCount += block.records.length;
    for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
  }
  const profiles = profilers.map((profiler) => profiler.finish());
  for (const [index, profile] of profiles.entries()) {
    reportProfile(source, csv.columns[index] as string, profile, report);
  }
  reportHeaderRows(source, profiles, report);
  reportMissingHeader(source, csv.columns, csv.headerPlace, profiles, report);
  const columns = new Map(
    [...descriptions.values()].map((description, index) => [profiles[index]?.name ?? '', description]),
  );
  return { ...source, columns, rowCount, profiles };
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

/** Writes the sound datasets and the lists of them; the second reading of their files. */
function publishAll(
  catalogue: Catalogue,
  profiled: readonly Profiled[],
  output: CountingOutput,
  site: Site,
  report: Report,
): BuildReport['datasets'] {
  const published = profiled.map((it) => {
    const before = { ...output.written };
    reportingErrors(report, () => publishOne(it, output, site));
    const files = output.written.files - before.files;
    return { config: it.dataset.config, rows: it.dataset.rowCount, files, bytes: output.written.bytes - before.bytes };
  });
  const datasets = profiled.map(({ dataset }) => dataset);
  writeCatalogue(catalogue, datasets, output, site);
  return published;
}

function publishOne({ source, dataset, fingerprint }: Profiled, output: Output, site: Site): void {
  try {
    const csv = parseCsv(source.path, source.file, source.form, () => {});
    writeDataset(dataset, csv?.blocks ?? [], output, site);
  } catch (error) {
    if (fingerprintOf(source.path) === fingerprint) throw error;
  }
  if (fingerprintOf(source.path) !== fingerprint) {
    throw new ProblemError(
      problem(
        'file-changed',
        { file: source.file },
        'changed while it was read, so what is known of it no longer holds',
        'Build again when nobody writes to the file.',
      ),
    );
  }
}

/** Runs a step; a `ProblemError` that ends it is reported, and the step's result is null then. */
function reportingErrors<T>(report: Report, step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    report(error.problem);
    return null;
  }
}
