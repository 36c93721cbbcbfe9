/**
 * The table of contents: discover → parse → profile → publish. Every file is read twice: the types of its columns are
 * known only after its last row, and what is kept until then is the numbers of its columns, compactly, never the records. Nothing is published before everything was read once.
 */

import { countOf } from './count-of.ts';
import { findSources } from './discover/find-sources.ts';
import { readCatalogue } from './discover/read-catalogue.ts';
import type { Catalogue, Source } from './model.ts';
import { sizeOf } from './parse/decode.ts';
import { inOrder, type Problem, problem, type Report } from './problems.ts';
import { beginProfile, type Profiled, type Reading, reportingErrors } from './profile-source.ts';
import { CountedWork, type Progress } from './progress.ts';
import type { Site } from './publish/routes.ts';
import { writeCatalogue } from './publish/write-api.ts';
import { alignmentOf, beginPublish, type CountingOutput } from './publish-source.ts';
import { SEGMENT_BYTES } from './regular-file.ts';
import { Threads } from './threads.ts';

export interface BuildOptions {
  rawData: string;
  site: Site;
  /** Publish the datasets that are sound though others are not. */
  keepGoing?: boolean;
  /** Glob patterns of the datasets to build, by config name or path; all of them without any. */
  only?: readonly string[];
  /** Takes some of the datasets, and leaves the others to other builds. */
  takePart?: (sources: readonly Source[]) => Source[];
  progress?: Progress;
  /** Threads to work on at most, this one among them; one when absent. */
  threads?: number;
  /** Read every file as text, as if none were regular: the same comes out, more slowly. */
  asText?: boolean;
  /** Bytes of the segments in which regular files are read; whatever it is, the same comes out. */
  segmentBytes?: number;
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
  const { rawData, site, keepGoing, only, takePart, progress = () => {} } = options;
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const catalogue = readCatalogue(rawData, report);
  const found = findSources(rawData, catalogue?.categories ?? null, report, only);
  const sources = takePart?.(found) ?? found;
  progress(`discover  ${countOf(sources.length, 'dataset')}`);
  if (found.length === 0 && problems.length === 0) {
    report(
      problem('catalogue-empty', { file: null }, `no CSV file in ${rawData}`, 'Add one: README, "Add a dataset".'),
    );
  }
  const work = new CountedWork(progress);
  const bytes = bytesOf(sources);
  const threads = new Threads(threadsFor(bytes, options.threads ?? 1), work.counters, () => work.tell());
  try {
    work.begin({ phase: 'profile', datasets: sources.length, bytes: { all: bytes, later: bytes } });
    const profiled = profileAll(sources, threads, options, report);
    const rows = profiled.reduce((sum, { dataset }) => sum + dataset.rowCount, 0);
    progress(`profile   ${countOf(profiled.length, 'dataset')}, ${countOf(rows, 'row')}`);
    if (!catalogue || (hasError(problems) && !keepGoing)) return finish(false, [], problems);
    const again = bytesOf(profiled.map(({ source }) => source));
    work.begin({ phase: 'publish', datasets: profiled.length, bytes: { all: again, later: 0 } });
    const readBefore = problems.length;
    const publish = (): BuildReport['datasets'] => publishAll(catalogue, profiled, output, site, threads, report);
    const datasets = reportingErrors(report, publish) ?? [];
    progress(`publish   ${output.written.files} files of /v1`);
    return finish(problems.length === readBefore, datasets, problems);
  } finally {
    threads.close();
  }
}

/** Less than so many bytes are read sooner than a thread is started. */
const WORTH_A_THREAD = 8 << 20;

/** Number of threads to start beside this one, `most` in all. */
function threadsFor(bytes: number, most: number): number {
  return Math.max(0, Math.min(most, Math.floor(bytes / WORTH_A_THREAD) + 1) - 1);
}

/** Bytes of the CSV files of some datasets. */
function bytesOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { path }) => sum + sizeOf(path), 0);
}

/** So many datasets are begun before the first of them is ended, so that no thread is idle. */
const AHEAD = 16;

/** Does something for each item in two steps, of which the second waits for what other threads do since the first. */
function inTwoSteps<T, R>(items: readonly T[], begin: (item: T) => () => R): R[] {
  const begun: (() => R)[] = [];
  const ended: R[] = [];
  for (const item of items) {
    begun.push(begin(item));
    if (begun.length > AHEAD) ended.push((begun.shift() as () => R)());
  }
  return [...ended, ...begun.map((end) => end())];
}

/** The sound datasets, each of which was read once. */
function profileAll(
  sources: readonly Source[],
  threads: Threads,
  { site, asText = false, segmentBytes = SEGMENT_BYTES }: BuildOptions,
  report: Report,
): Profiled[] {
  const reading: Reading = {
    profileSegments: (tasks) => threads.start(tasks),
    alignment: alignmentOf(site),
    segmentBytes,
    counters: threads.counters,
    asText,
  };
  const read = inTwoSteps(sources, (source) => {
    const end = beginProfile(source, reading);
    return () => {
      const profiled = end(report);
      threads.counters.addDataset();
      return profiled;
    };
  });
  return read.flatMap((profiled) => (profiled?.isSound ? profiled : []));
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
  threads: Threads,
  report: Report,
): BuildReport['datasets'] {
  const published = inTwoSteps(profiled, (it) => {
    const { config, rowCount } = it.dataset;
    const end = beginPublish(it, output, site, threads);
    return () => {
      const written = end(report);
      threads.counters.addDataset();
      return { config, rows: rowCount, ...written };
    };
  });
  const datasets = profiled.map(({ dataset }) => dataset);
  writeCatalogue(catalogue, datasets, output, site);
  return published;
}
