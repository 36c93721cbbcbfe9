/**
 * The table of contents, from where build.ts ends: parse → profile → publish. Every file is read twice: the types of its columns are
 * known only after its last row, and what is kept until then is the numbers of its columns, compactly, never the records. Nothing is
 * published before everything was read once. A dataset that the former build published as it is now is not read, but taken over.
 */

import type { Site } from '../contract/routes.ts';
import { SEGMENT_BYTES } from '../fast-path/plan.ts';
import type { Catalogue, CountingOutput, ListedDataset, Source, Written } from '../model.ts';
import { formatCount } from '../problems/format-problem.ts';
import { inOrder, type Problem, type Report, reportingErrors } from '../problems/problem.ts';
import { writeCatalogue } from '../publish/write-api.ts';
import { beginProfile, type Profiled, profileSource, type SharedReading, type SourceRead } from './first-pass.ts';
import type { Discovered, KnownDataset } from './incremental/build-manifest.ts';
import type { Reuse } from './incremental/reuse.ts';
import { fileChanged, sizeOf } from './input/csv-file.ts';
import { type Progress, ProgressMeter } from './progress.ts';
import { type ReadingOptions, readingHere } from './read-as-text.ts';
import { alignmentOf, beginPublish } from './second-pass.ts';
import { ThreadPool } from './threads/thread-pool.ts';
import { Workers, workersFor } from './threads/workers.ts';

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
  /** Some of them, where they were started before; they are ended. */
  workers?: Workers;
  /** Read every file as text, as if none were regular: the same comes out, more slowly. */
  asText?: boolean;
  /** Takes over what the former build published as it is now. */
  renewal?: Reuse;
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
  /** All files of /v1. */
  written: Written;
}

/** Reads the data that was found, and writes the files of /v1. On an error nothing is written, unless told to keep going. */
export function buildSources(found: Discovered, options: BuildOptions, output: CountingOutput): BuildReport {
  const { site, keepGoing, takePart, progress = () => {}, renewal } = options;
  const { catalogue } = found;
  const problems = [...found.problems];
  const report: Report = (it) => problems.push(it);
  const sources = takePart?.(found.sources) ?? found.sources;
  progress(`discover  ${formatCount(sources.length, 'dataset')}`);
  const known = new Map(sources.flatMap((source) => entryOf(source, renewal?.notes.find(source))));
  if (known.size > 0) progress(`keep      ${formatCount(known.size, 'dataset')} as published before`);
  const read = sources.filter((source) => !known.has(source));
  const { asText = false, segmentBytes = SEGMENT_BYTES } = options;
  const reading = { alignment: alignmentOf(site), segmentBytes, asText };
  const work = new ProgressMeter(progress);
  const bytes = bytesOf(read);
  const workers = options.workers ?? new Workers();
  const threads = new ThreadPool(workers, work.counters, () => work.tell());
  try {
    workers.start(workersFor(bytes, options.threads ?? 1));
    work.begin({ phase: 'profile', datasets: sources.length, bytes: { all: bytes, later: bytes } });
    const ready = profileAll(sources, known, readingOn(threads, reading), renewal, report);
    const rows = ready.reduce((sum, { listed }) => sum + listed.rowCount, 0);
    progress(`profile   ${formatCount(ready.length, 'dataset')}, ${formatCount(rows, 'row')}`);
    if (!catalogue || (hasError(problems) && !keepGoing)) return finish(false, [], problems, output);
    const again = bytesOf(ready.flatMap(({ content, source }) => ('profiled' in content ? source : [])));
    work.begin({ phase: 'publish', datasets: ready.length, bytes: { all: again, later: 0 } });
    const readBefore = problems.length;
    const publish = (): BuildReport['datasets'] =>
      publishAll(catalogue, ready, { output, site, threads, reading, report, renewal });
    const datasets = reportingErrors(report, publish) ?? [];
    progress(`publish   ${output.written.files} files of /v1`);
    return finish(problems.length === readBefore, datasets, problems, output);
  } finally {
    try {
      threads.close();
    } finally {
      workers.close();
    }
  }
}

function entryOf(source: Source, known: KnownDataset | null | undefined): [Source, KnownDataset][] {
  return known ? [[source, known]] : [];
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

/** A sound dataset: read once, or known from the former build. */
interface Ready {
  source: Source;
  listed: ListedDataset;
  content: { profiled: Profiled } | { known: KnownDataset };
  /** What was told of it. */
  problems: readonly Problem[];
}

/** How files are read on several threads. */
function readingOn(threads: ThreadPool, options: ReadingOptions): SharedReading {
  return {
    ...options,
    start: (tasks) => threads.start(tasks),
    readWhole(source) {
      const end = threads.start([{ kind: 'source', source, options }]);
      return () => end()[0] as SourceRead;
    },
    counters: threads.counters,
  };
}

/** The sound datasets, each of which was read once, unless it is known. */
function profileAll(
  sources: readonly Source[],
  known: ReadonlyMap<Source, KnownDataset>,
  reading: SharedReading,
  renewal: Reuse | undefined,
  report: Report,
): Ready[] {
  const ready = inTwoSteps(sources, (source) => {
    const same = known.get(source);
    if (same) {
      return () => {
        reading.counters.addDataset();
        return recall(source, same, report);
      };
    }
    const end = beginProfile(source, reading);
    // Other threads are at work meanwhile; a file that changes before `end` is told, and not published.
    renewal?.notes.beginReading(source);
    return () => {
      const problems: Problem[] = [];
      const profiled = end((it) => problems.push(it));
      reading.counters.addDataset();
      for (const it of problems) report(it);
      return profiled?.isSound ? { source, listed: listedOf(profiled.dataset), content: { profiled }, problems } : null;
    };
  });
  return ready.filter((it) => it !== null);
}

/** A dataset as the former build knew it; what was told of it is told again. */
function recall(source: Source, known: KnownDataset, report: Report): Ready {
  const { listed, problems } = known;
  for (const it of problems) report(it);
  return { source, listed, content: { known }, problems };
}

function listedOf(dataset: ListedDataset): ListedDataset {
  const { config, name, category, description, source, url, license, rowCount } = dataset;
  return { config, name, category, description, source, url, license, rowCount };
}

function finish(
  published: boolean,
  datasets: BuildReport['datasets'],
  problems: Problem[],
  { written }: CountingOutput,
): BuildReport {
  return { ok: !hasError(problems), published, datasets, problems: inOrder(problems), written: { ...written } };
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** What publishing needs to know of its surroundings. */
interface Publishing {
  output: CountingOutput;
  site: Site;
  threads: ThreadPool;
  reading: ReadingOptions;
  report: Report;
  renewal: Reuse | undefined;
}

/**
 * Writes the sound datasets and the lists of them; the second reading of their files. Throws what the output throws when it
 * cannot be written.
 */
function publishAll(catalogue: Catalogue, ready: readonly Ready[], publishing: Publishing): BuildReport['datasets'] {
  const { output, site, threads, renewal } = publishing;
  renewal?.prepare(ready.flatMap(({ content }) => ('known' in content ? content.known : [])));
  const published = inTwoSteps(ready, ({ source, listed, content, problems }) => {
    const end = beginOne(source, content, publishing);
    return () => {
      const written = end();
      threads.counters.addDataset();
      renewal?.notes.add(source, { listed, problems, ...written });
      return { config: listed.config, rows: listed.rowCount, ...written };
    };
  });
  const all = ready.map(({ listed }) => listed);
  writeCatalogue(catalogue, all, output, site);
  return published;
}

/** Begins to write a dataset's files, or takes them over; what is returned waits for the end. */
function beginOne(
  source: Source,
  content: Ready['content'],
  { output, site, threads, reading, report, renewal }: Publishing,
): () => Written {
  if ('known' in content) {
    const taken = renewal?.take(content.known, output);
    if (taken) return () => taken;
  }
  // What was told of a known dataset was told; here it only tells of a change since.
  const profiled = 'profiled' in content ? content.profiled : profileSource(source, () => {}, readingHere(reading));
  if (!profiled) {
    report(fileChanged(source));
    return () => ({ files: 0, bytes: 0 });
  }
  const end = beginPublish(profiled, output, site, threads);
  return () => end(report);
}
