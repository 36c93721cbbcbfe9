/** The second reading of a CSV file: its records become pages, or chunks of which pages are made when they are asked for. */

import type { Site } from '../contract/routes.ts';
import { LONGEST_PART } from '../fast-path/plan.ts';
import { type WritePartTask, type WrittenColumn, writePages } from '../fast-path/write-part.ts';
import type { ColumnDescription, CountingOutput, Dataset, RecordBlock, Written } from '../model.ts';
import type { Problem, Report } from '../problems/problem.ts';
import { cellEncoder } from '../profile/cell-to-json.ts';
import { CHUNK_RECORDS } from '../publish/records/chunk-writer.ts';
import { recordPages, writeChunkIndex, writeDescriptions, writeRecords } from '../publish/write-api.ts';
import type { Profiled } from './first-pass.ts';
import { csvFile, readUnchanged } from './input/csv-file.ts';
import type { FolderOutput } from './output/folder-output.ts';
import { readAgain } from './read-as-text.ts';
import type { ThreadPool } from './threads/thread-pool.ts';
import type { WorkCounters } from './threads/work-counters.ts';

/** What was written of a dataset, and what is told of it. */
export interface DatasetWritten extends Written {
  problems: readonly Problem[];
}

/**
 * Writes a dataset's files, all on this thread; returns how many. Reports a file that has changed since it was profiled; throws what the
 * output throws when it cannot be written.
 */
export function publishProfiled(
  profiled: Profiled,
  output: CountingOutput,
  site: Site,
  counters: WorkCounters,
  report: Report,
): Written {
  const before = { ...output.written };
  describe(profiled, output, counters);
  readUnchanged(profiled.source, profiled.fingerprint, report, () => {
    const parts = partsOf(profiled, site);
    if (!parts) return writeTexts(profiled, output, site, counters);
    const firsts = parts.flatMap((part) =>
      writePages(csvFile(part.regular.path, part.regular.file), part, output, counters),
    );
    if (site.layout === 'packed') writeChunkIndex(profiled.dataset, firsts, output, site);
  });
  return difference(output.written, before);
}

/** The same in two steps, on whatever thread: what is returned waits for the end. */
export function beginPublish(
  profiled: Profiled,
  output: CountingOutput,
  site: Site,
  threads: Pick<ThreadPool, 'start' | 'counters'>,
): (report: Report) => Written {
  const { folder, previous = null } = output;
  // Other threads can only write into a folder.
  if (folder === undefined) return (report) => publishProfiled(profiled, output, site, threads.counters, report);
  const parts = partsOf(profiled, site) ?? [];
  if (parts.length > 1) return beginParts(profiled, parts, { ...output, folder, previous }, site, threads);
  const end = threads.start([{ kind: 'dataset', profiled, site, folder, previous }]);
  return (report) => {
    const [{ problems, ...written }] = end() as [DatasetWritten];
    for (const it of problems) report(it);
    Object.assign(output.written, sum(output.written, written));
    return written;
  };
}

/** Begins to write a dataset that several threads write. */
function beginParts(
  profiled: Profiled,
  parts: readonly WritePartTask[],
  output: CountingOutput & Pick<FolderOutput, 'folder' | 'previous'>,
  site: Site,
  threads: Pick<ThreadPool, 'start' | 'counters'>,
): (report: Report) => Written {
  const { folder, previous, written } = output;
  const end = threads.start(parts.map((part) => ({ ...part, folder, previous })));
  const before = { ...written };
  describe(profiled, output, threads.counters);
  const own = difference(written, before);
  return (report) => {
    const start = { ...written };
    readUnchanged(profiled.source, profiled.fingerprint, report, () => {
      const others = end();
      Object.assign(written, others.reduce<Written>(sum, written));
      const firsts = others.flatMap((part) => part.firsts);
      if (site.layout === 'packed') writeChunkIndex(profiled.dataset, firsts, output, site);
    });
    return sum(own, difference(written, start));
  };
}

function describe({ dataset }: Profiled, output: CountingOutput, counters: WorkCounters): void {
  const before = output.written.files;
  writeDescriptions(dataset, output);
  counters.add(0, 0, output.written.files - before);
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
  const columns = columnsOf(dataset).map(({ name, isNumeric, description }) => ({
    name,
    toJson: cellEncoder(isNumeric, description),
  }));
  writeRecords(dataset, columns, blocks(), output, site);
  countFiles();
}

function sum(one: Written, other: Written): Written {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}

function difference(now: Written, before: Written): Written {
  return { files: now.files - before.files, bytes: now.bytes - before.bytes };
}

/** The parts of a regular file, to be written on whatever thread; null where its records are so long that it is read as text, which takes less memory. */
function partsOf({ dataset, regular }: Profiled, site: Site): WritePartTask[] | null {
  if (!regular || regular.parts.some(({ start, end }) => end - start > LONGEST_PART)) return null;
  const {
    file: { path, file, dialect },
    parts,
    arePlain,
  } = regular;
  const columns = columnsOf(dataset).map((column, index) => ({ ...column, isPlain: arePlain[index] as boolean }));
  return parts.map(({ firstRow, ...range }, index) => ({
    kind: 'pages',
    regular: { path, file, dialect },
    range,
    isLast: index === parts.length - 1,
    firstRow,
    pages: recordPages(dataset, site),
    columns,
  }));
}

/** How the columns are written, in their order in the file. */
function columnsOf({ profiles, columns }: Dataset): Omit<WrittenColumn, 'isPlain'>[] {
  return profiles.map(({ name, type }) => {
    const { missing, numberFormat } = columns.get(name) as ColumnDescription;
    return { name, isNumeric: type !== 'object', description: { numberFormat, ...(missing ? { missing } : {}) } };
  });
}

/** Parts of a dataset begin at multiples of this number of records: there a page of each size begins, or a chunk. */
export function alignmentOf({ pageSizes, layout }: Site): number {
  if (layout === 'packed') return CHUNK_RECORDS;
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return pageSizes.reduce((product, size) => (product / divisor(product, size)) * size, 1);
}
