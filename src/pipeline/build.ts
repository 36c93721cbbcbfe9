/**
 * The steps of a build once its sources are known: two passes over the data, then the lists of datasets. Each file is read twice, because
 * the type of a column is known only after its last row, and records are not kept in memory. Nothing is written until the first pass over
 * all files is complete. Datasets that have not changed since the last build are reused.
 */

import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Site } from '../contract/routes.ts';
import { SEGMENT_BYTES } from '../fast-path/plan.ts';
import type {
  Catalogue,
  DatasetReport,
  ListedDataset,
  ListingOutput,
  Pending,
  ReadingSettings,
  Source,
  Written,
} from '../model.ts';
import { formatCount } from '../problems/format-problem.ts';
import { inOrder, type Problem, type Report, reportingErrors } from '../problems/problem.ts';
import { writeCatalogue } from '../publish/write-api.ts';
import { totalOf } from './files/files-of-datasets.ts';
import { beginProfile, profileSource } from './first-pass.ts';
import type { Discovered, KnownDataset } from './incremental/build-manifest.ts';
import { type Reuse, reuseDataset } from './incremental/reuse.ts';
import { fileChanged, sizeOf } from './input/csv-file.ts';
import type { Reading } from './lane.ts';
import { type Progress, progressMeter } from './progress.ts';
import { type ReferenceCheck, referenceCheck } from './references/check-references.ts';
import type { BuildReport } from './report.ts';
import { beginDataset } from './second-pass.ts';
import { newWorkers } from './start-workers.ts';
import type { Profiled } from './task-types.ts';
import { HANDLERS } from './tasks.ts';
import { threadPool } from './threads/thread-pool.ts';
import { type Workers, workersFor } from './threads/workers.ts';

export interface BuildOptions {
  rawData: string;
  site: Site;
  /** Publish the valid datasets even if others have errors. */
  keepGoing?: boolean;
  /** Default settings apply if absent. */
  reading?: ReadingSettings;
  /** Glob patterns for the config names or paths of the datasets to build. Without patterns, all datasets are built. */
  only?: readonly string[];
  /** Selects the sources that this build publishes; other builds publish the rest. */
  selectShard?: (sources: readonly Source[]) => Source[];
  progress?: Progress;
  /** Maximum number of threads, including this one; 1 if absent. */
  threads?: number;
  /** Worker threads to use, which the build ends. If absent, it creates its own. */
  workers?: Workers;
  /** Read every file as text, even one that could be read as bytes. This is slower, but the result is the same. */
  asText?: boolean;
  /** What this build can reuse from earlier outputs. If absent, everything is built. */
  reuse?: Reuse;
  /** Approximate size, in bytes, of the segments of a file that threads read in parallel. It does not affect the result. */
  segmentBytes?: number;
}

/** Result of publishing the datasets. */
export interface PublishedDatasets extends BuildReport {
  /** The published datasets, in the order of lists. */
  listed: readonly ListedDataset[];
  /** Null if its description has an error; then nothing is published. */
  catalogue: Catalogue | null;
}

/**
 * Reads the data of the discovered sources and writes the files of /v1, except those that `finishApi` writes. If an error is found before
 * writing starts, nothing is written, unless `keepGoing` is set and the catalogue itself is valid.
 */
export function publishSources(found: Discovered, options: BuildOptions, output: ListingOutput): PublishedDatasets {
  const profiled = profileSources(found, options, output);
  try {
    return profiled.publish();
  } finally {
    profiled.end();
  }
}

/** Sources after the first pass. `end` must be called, whatever happens. */
export type ProfiledSources = ReturnType<typeof profileSources>;

/** Reads the data of the discovered sources, for judging it before it is published. */
export function profileSources(found: Discovered, options: BuildOptions, output: ListingOutput) {
  const { site, keepGoing = false, selectShard, progress = () => {}, reuse } = options;
  const { catalogue } = found;
  const problems = [...found.problems];
  const report: Report = (it) => problems.push(it);
  const fixable: BuildReport['fixable'] = [];
  const finish = (published: boolean, datasets: DatasetReport[], listed: ListedDataset[]): PublishedDatasets => {
    const ok = !hasError(problems);
    return { ok, published, catalogue, datasets, listed, problems: inOrder(problems), files: output.written, fixable };
  };
  const sources = selectShard?.(found.sources) ?? found.sources;
  progress(`discover  ${formatCount(sources.length, 'dataset')}`);
  // These need not be read, because the last build published them from the same inputs.
  const known = new Map<Source, KnownDataset>();
  for (const source of sources) {
    const dataset = reuse?.changes.findUnchanged(source);
    if (dataset) known.set(source, dataset);
  }
  if (known.size > 0) progress(`keep      ${formatCount(known.size, 'dataset')} from the last build`);
  const { asText = false, segmentBytes = SEGMENT_BYTES, threads = 1 } = options;
  const meter = progressMeter(progress);
  const workers = options.workers ?? newWorkers();
  const pool = threadPool(HANDLERS, workers, meter.counters, meter.show);
  const temporary = output.folder === undefined ? tmpdir() : dirname(output.folder);
  const reading = { site, segmentBytes, asText, temporary, start: pool.start, counter: meter.counters };
  const checkReferences = referenceCheck(found.sources, !options.only?.length);
  const onDataset = () => meter.counters.addDataset();
  const build = { output, site, reading, reuse, report, checkReferences, onDataset };
  let ready: readonly Ready[];
  try {
    const bytes = bytesOf(sources.filter((source) => !known.has(source)));
    workers.start(workersFor(bytes, threads));
    meter.begin({ phase: 'profile', datasets: sources.length, bytes: { all: bytes, later: bytes } });
    ready = firstPass(sources, known, fixable, build);
    const rows = ready.reduce((sum, { listed }) => sum + listed.rowCount, 0);
    progress(`profile   ${formatCount(ready.length, 'dataset')}, ${formatCount(rows, 'row')}`);
  } catch (error) {
    pool.close();
    throw error;
  }
  return {
    /** All sources that were found, and those that this build publishes. */
    all: found.sources,
    sources,
    /** The valid datasets. */
    ready,
    /** Whether nothing may be published, because of the errors reported so far. */
    isRefused: () => !catalogue || (hasError(problems) && !keepGoing),
    report,
    /** Profiles a dataset that is known from the last build; null if it cannot be read. */
    profile: (source: Source): Profiled | null => profileSource(source, reading).profiled,
    /** Publishes the valid datasets but those that are `refused`, and lists others, whose files were `kept` from an earlier edition. */
    publish(kept: readonly KeptDataset[] = [], refused: ReadonlySet<Source> = new Set()): PublishedDatasets {
      if (!catalogue || (hasError(problems) && !keepGoing)) return finish(false, [], []);
      const chosen = ready.filter(({ source }) => !refused.has(source));
      const again = bytesOf(chosen.flatMap(({ profiled, source }) => (profiled ? source : [])));
      meter.begin({ phase: 'publish', datasets: chosen.length, bytes: { all: again, later: 0 } });
      const reportedBefore = problems.length;
      const listed = inListOrder([...chosen, ...kept].map((dataset) => dataset.listed));
      const datasets = reportingErrors(report, () => {
        const published = secondPass(chosen, build);
        writeCatalogue(catalogue, listed, output, site);
        const others = kept.map(({ listed: it, written }) => ({ config: it.config, rows: it.rowCount, ...written }));
        return inListOrder([...published, ...others]);
      });
      return finish(problems.length === reportedBefore, datasets ?? [], listed);
    },
    end: () => pool.close(),
  };
}

function bytesOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { path }) => sum + sizeOf(path), 0);
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Number of further items to start before waiting for the result of one, to keep other threads busy. */
const MAX_BEGUN = 16;

/** Starts work on each item and waits for its result several items later, so that other threads have work in the meantime. */
function inTwoSteps<T, R>(items: readonly T[], begin: (item: T) => Pending<R>): R[] {
  const pending: Pending<R>[] = [];
  const ended: R[] = [];
  for (const item of items) {
    pending.push(begin(item));
    if (pending.length > MAX_BEGUN) ended.push((pending.shift() as Pending<R>)());
  }
  return [...ended, ...pending.map((end) => end())];
}

/** A dataset that is published as in an earlier edition, whose files are in the output already. */
export interface KeptDataset {
  listed: ListedDataset;
  written: Written;
}

/** A valid dataset, and what the first pass has found of it. */
export interface Ready {
  source: Source;
  listed: ListedDataset;
  /** Null if the dataset is known from the last build. */
  profiled: Profiled | null;
  problems: readonly Problem[];
}

/** What both passes need. */
interface Build {
  output: ListingOutput;
  site: Site;
  reading: Reading;
  reuse: Reuse | undefined;
  report: Report;
  checkReferences: ReferenceCheck;
  /** Called whenever a pass has finished a dataset. */
  onDataset: () => void;
}

/**
 * Profiles all datasets that are not known from the last build. Returns the valid datasets, including the known ones. Adds files whose
 * problems have fixes to try to `fixable`.
 */
function firstPass(
  sources: readonly Source[],
  known: ReadonlyMap<Source, KnownDataset>,
  fixable: BuildReport['fixable'],
  { reading, reuse, report, checkReferences, onDataset }: Build,
): Ready[] {
  const ready = inTwoSteps(sources, (source): Pending<Ready | null> => {
    const unchanged = known.get(source);
    if (unchanged) {
      const { listed, problems } = unchanged;
      return () => {
        onDataset();
        for (const it of problems) report(it);
        return { source, listed, profiled: null, problems };
      };
    }
    const end = beginProfile(source, reading);
    // Other threads may be reading the file now. If it changes before they finish, the dataset is not published and the digest not used.
    reuse?.changes.digestData(source);
    return () => {
      const file = end();
      const { profiled, problems } = checkReferences(file);
      onDataset();
      for (const it of problems) report(it);
      // Fixes are tried on the file alone, so problems with other files must not seem to be solved.
      if (problems.some(({ candidates }) => candidates.length > 0)) fixable.push({ source, problems: file.problems });
      return profiled?.isSound ? { source, listed: listedOf(profiled.dataset), profiled, problems } : null;
    };
  });
  return ready.filter((it) => it !== null);
}

function listedOf(dataset: ListedDataset): ListedDataset {
  const { config, name, category, description, source, url, license, formerly, rowCount } = dataset;
  return { config, name, category, description, source, url, license, formerly, rowCount };
}

function secondPass(ready: readonly Ready[], build: Build): DatasetReport[] {
  const { reuse, onDataset } = build;
  return inTwoSteps(ready, (dataset): Pending<DatasetReport> => {
    const { source, listed, problems } = dataset;
    const end = beginFiles(dataset, build);
    return () => {
      const written = end();
      onDataset();
      reuse?.changes.recordDataset(source, { listed, problems });
      return { config: listed.config, rows: listed.rowCount, ...written };
    };
  });
}

/** Sorts datasets by config name in code point order, as lists have them. */
function inListOrder<T extends { config: string }>(datasets: readonly T[]): T[] {
  return datasets.toSorted((a, b) => (a.config < b.config ? -1 : 1));
}

/** Starts writing a dataset's files, or reuses those of the last build. */
function beginFiles(ready: Ready, { output, site, reading, report, checkReferences, reuse }: Build): Pending<Written> {
  const { source, listed } = ready;
  const reused = reuse && !ready.profiled && reuseDataset(reuse, listed.config, output);
  if (reused) return () => reused;
  // A known dataset is profiled again, but its problems have already been reported. If profiling fails, its file is reported as changed.
  const profiled = ready.profiled ?? checkReferences(profileSource(source, reading)).profiled;
  if (!profiled) {
    report(fileChanged(source));
    return () => ({ files: 0, bytes: 0 });
  }
  const end = beginDataset(profiled, { output, site, counter: reading.counter }, reading.start);
  return () => {
    const { written, problems } = end();
    for (const it of problems) report(it);
    return totalOf(written);
  };
}
