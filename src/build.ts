/**
 * The table of contents: discover → parse → profile → publish. Every file is read twice: the types of its columns are
 * known only after its last row, and what is kept until then is the numbers of its columns, compactly, never the records. Nothing is published before everything was read once.
 */

import { countOf } from './count-of.ts';
import { findSources } from './discover/find-sources.ts';
import { readCatalogue } from './discover/read-catalogue.ts';
import type { Catalogue, ColumnDescription, Dataset, Output, Source } from './model.ts';
import { fingerprintOf } from './parse/decode.ts';
import { inOrder, type Problem, problem, type Report } from './problems.ts';
import {
  fileChanged,
  ON_THIS_THREAD,
  type Profiled,
  profileSource,
  type ReadRegular,
  readAgain,
  reportingErrors,
} from './profile-source.ts';
import type { Site } from './publish/routes.ts';
import { recordPages, writeCatalogue, writeDescriptions, writeRecords } from './publish/write-api.ts';
import { type PagesTask, writePages } from './segment-pages.ts';

/** An output that counts what was written to it. */
export type CountingOutput = Output & { readonly written: { files: number; bytes: number } };

export interface BuildOptions {
  rawData: string;
  site: Site;
  /** Publish the datasets that are sound though others are not. */
  keepGoing?: boolean;
  /** Glob patterns of the datasets to build, by config name or path; all of them without any. */
  only?: readonly string[];
  /** Takes some of the datasets, and leaves the others to other builds. */
  takePart?: (sources: readonly Source[]) => Source[];
  /** Told what the build is doing, a line at a time. */
  progress?: (line: string) => void;
  /** Read every file as text, as if none were regular: the same comes out, more slowly. */
  asText?: boolean;
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

/**
 * Reads a raw-data folder and writes the files of /v1. On an error nothing is written, unless told to keep going. Throws a
 * `ProblemError` where it is told to build what is not there.
 */
export function buildApi(options: BuildOptions, output: CountingOutput): BuildReport {
  const { rawData, site, keepGoing, only, takePart, progress, asText = false } = options;
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const catalogue = readCatalogue(rawData, report);
  const found = findSources(rawData, catalogue?.categories ?? null, report, only);
  const sources = takePart?.(found) ?? found;
  progress?.(`discover  ${countOf(sources.length, 'dataset')}`);
  if (found.length === 0 && problems.length === 0) {
    report(
      problem('catalogue-empty', { file: null }, `no CSV file in ${rawData}`, 'Add one: README, "Add a dataset".'),
    );
  }
  const reading = { ...ON_THIS_THREAD, alignment: commonMultiple(site.pageSizes), asText };
  const profiled = sources
    .flatMap((source) => profileSource(source, report, reading) ?? [])
    .filter(({ isSound }) => isSound);
  const rows = profiled.reduce((sum, { dataset }) => sum + dataset.rowCount, 0);
  progress?.(`profile   ${countOf(profiled.length, 'dataset')}, ${countOf(rows, 'row')}`);
  if (!catalogue || (hasError(problems) && !keepGoing)) return finish(false, [], problems);
  const readBefore = problems.length;
  const datasets = reportingErrors(report, () => publishAll(catalogue, profiled, output, site, report)) ?? [];
  progress?.(`publish   ${output.written.files} files of /v1`);
  return finish(problems.length === readBefore, datasets, problems);
}

function finish(published: boolean, datasets: BuildReport['datasets'], problems: Problem[]): BuildReport {
  return { ok: !hasError(problems), published, datasets, problems: inOrder(problems) };
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/**
 * Writes the sound datasets and the lists of them; the second reading of their files. Throws what the output throws when it
 * cannot be written.
 */
function publishAll(
  catalogue: Catalogue,
  profiled: readonly Profiled[],
  output: CountingOutput,
  site: Site,
  report: Report,
): BuildReport['datasets'] {
  const published = profiled.map((it) => {
    const before = { ...output.written };
    publishOne(it, output, site, report);
    const files = output.written.files - before.files;
    return { config: it.dataset.config, rows: it.dataset.rowCount, files, bytes: output.written.bytes - before.bytes };
  });
  const datasets = profiled.map(({ dataset }) => dataset);
  writeCatalogue(catalogue, datasets, output, site);
  return published;
}

function publishOne(profiled: Profiled, output: Output, site: Site, report: Report): void {
  const { source, dataset, fingerprint, regular } = profiled;
  try {
    writeDescriptions(dataset, output);
    if (regular) for (const task of pageTasks(dataset, regular, site)) writePages(task, output);
    else writeRecords(dataset, readAgain(source), output, site);
  } catch (error) {
    if (fingerprintOf(source.path) === fingerprint) throw error;
  }
  if (fingerprintOf(source.path) !== fingerprint) report(fileChanged(source));
}

/** The parts of a regular file, to be written on whatever thread. */
function pageTasks(dataset: Dataset, { file, parts, arePlain }: ReadRegular, site: Site): PagesTask[] {
  const { path, file: name, dialect } = file;
  const descriptions = [...file.columns.values()];
  const columns = dataset.profiles.map(({ name: published, type }, index) => {
    const { missing, format } = descriptions[index] as ColumnDescription;
    const isPlain = arePlain[index] as boolean;
    return {
      name: published,
      isNumeric: type !== 'object',
      isPlain,
      description: { format, ...(missing ? { missing } : {}) },
    };
  });
  return parts.map(({ firstRow, ...range }, index) => ({
    kind: 'pages',
    regular: { path, file: name, dialect },
    range,
    isLast: index === parts.length - 1,
    firstRow,
    pages: recordPages(dataset, site),
    columns,
  }));
}

/** The smallest number that each of some numbers divides. */
function commonMultiple(numbers: readonly number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return numbers.reduce((product, number) => (product / divisor(product, number)) * number, 1);
}
