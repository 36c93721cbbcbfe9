/** The second reading of a CSV file: its records become pages, or chunks of which pages are made when they are asked for. */

import type { ReadRegular } from './join-segments.ts';
import type { ColumnDescription, Dataset, Output, RecordBlock } from './model.ts';
import { fingerprintOf } from './parse/decode.ts';
import type { Report } from './problems.ts';
import { fileChanged, type Profiled } from './profile-source.ts';
import type { Written } from './publish/folder-output.ts';
import { CHUNK_RECORDS } from './publish/pack-records.ts';
import type { Site } from './publish/routes.ts';
import { recordPages, writeChunkIndex, writeDescriptions, writeRecords } from './publish/write-api.ts';
import { readAgain } from './read-source.ts';
import { LONGEST_PART } from './regular-file.ts';
import type { PartWritten } from './run-task.ts';
import { type PagesTask, writePages } from './segment-pages.ts';
import type { Threads } from './threads.ts';
import type { WorkCounters } from './work-counters.ts';

/** An output that counts what was written to it. */
export interface CountingOutput extends Output {
  /** Absent where it is none that other threads can write to. */
  readonly folder?: string;
  /** As `FolderOutput` has it. */
  readonly former?: string | null;
  readonly written: Written;
}

/**
 * Begins to write a dataset's files, on whatever thread; what is returned waits for the end, and tells how many were written. Reports a
 * file that has changed meanwhile; throws what the output throws when it cannot be written.
 */
export function beginPublish(
  profiled: Profiled,
  output: CountingOutput,
  site: Site,
  threads: Threads,
): (report: Report) => Written {
  const { source, dataset, fingerprint, regular } = profiled;
  const before = { ...output.written };
  writeDescriptions(dataset, output);
  const { folder, former } = output;
  const tasks = regular && pageTasks(dataset, regular, site);
  const waitForThreads =
    tasks && folder !== undefined
      ? threads.start(tasks.map((task) => ({ ...task, folder, former: former ?? null })))
      : null;
  const own = difference(output.written, before);
  threads.counters.add(0, 0, own.files);
  return (report) => {
    const start = { ...output.written };
    let others: readonly PartWritten[] = [];
    try {
      if (!tasks) writeTexts(profiled, output, site, threads.counters);
      else {
        others = waitForThreads?.() ?? [];
        const here = waitForThreads ? [] : tasks.map((task) => writePages(task, output, threads.counters));
        const firsts = [...others.map((part) => part.firsts), ...here].flat();
        if (site.layout === 'packed') writeChunkIndex(dataset, firsts, output, site);
      }
    } catch (error) {
      if (fingerprintOf(source.path) === fingerprint) throw error;
    }
    if (fingerprintOf(source.path) !== fingerprint) report(fileChanged(source));
    const elsewhere = others.reduce<Written>(sum, NOTHING);
    Object.assign(output.written, sum(output.written, elsewhere));
    return sum(own, difference(output.written, start));
  };
}

/** Writes the pages of a file that is read as text. */
function writeTexts({ source, dataset }: Profiled, output: CountingOutput, site: Site, counters: WorkCounters): void {
  let counted = output.written.files;
  const countFiles = (): void => {
    counters.add(0, 0, output.written.files - counted);
    counted = output.written.files;
  };
  function* blocks(): Generator<RecordBlock, void, undefined> {
    for (const block of readAgain(source, counters)) {
      yield block;
      countFiles();
    }
  }
  writeRecords(dataset, blocks(), output, site);
  countFiles();
}

const NOTHING: Written = { files: 0, bytes: 0 };

function sum(one: Written, other: Written): Written {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}

function difference(now: Written, before: Written): Written {
  return { files: now.files - before.files, bytes: now.bytes - before.bytes };
}

/** The parts of a regular file, to be written on whatever thread; null where its records are so long that it is read as text, which takes less memory. */
function pageTasks(dataset: Dataset, { file, parts, arePlain }: ReadRegular, site: Site): PagesTask[] | null {
  if (parts.some(({ start, end }) => end - start > LONGEST_PART)) return null;
  const { path, file: name, dialect } = file;
  const descriptions = [...file.columns.values()];
  const columns = dataset.profiles.map(({ name: published, type }, index) => {
    const { missing, format } = descriptions[index] as ColumnDescription;
    const isPlain = arePlain[index] as boolean;
    const description = { format, ...(missing ? { missing } : {}) };
    return { name: published, isNumeric: type !== 'object', isPlain, description };
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

/** Parts of a dataset begin at multiples of this number of records: there a page of each size begins, or a chunk. */
export function alignmentOf({ pageSizes, layout }: Site): number {
  if (layout === 'packed') return CHUNK_RECORDS;
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return pageSizes.reduce((product, size) => (product / divisor(product, size)) * size, 1);
}
