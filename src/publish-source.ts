/** The second reading of a CSV file: its records become pages. */

import type { ColumnDescription, Dataset, Output } from './model.ts';
import { fingerprintOf } from './parse/decode.ts';
import type { Report } from './problems.ts';
import { fileChanged, type Profiled, type ReadRegular, readAgain } from './profile-source.ts';
import type { Written } from './publish/output.ts';
import type { Site } from './publish/routes.ts';
import { recordPages, writeDescriptions, writeRecords } from './publish/write-api.ts';
import { type PagesTask, writePages } from './segment-pages.ts';
import type { Threads } from './threads.ts';

/** An output that counts what was written to it. */
export interface CountingOutput extends Output {
  /** Null where it is none that other threads can write to. */
  readonly folder: string | null;
  /** As `FolderOutput` has it. */
  readonly former: string | null;
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
    tasks && folder !== null ? threads.start(tasks.map((task) => ({ ...task, folder, former }))) : null;
  const own = difference(output.written, before);
  return (report) => {
    const start = { ...output.written };
    let others: readonly Written[] = [];
    try {
      if (waitForThreads) others = waitForThreads();
      else if (tasks) for (const task of tasks) writePages(task, output);
      else writeRecords(dataset, readAgain(source), output, site);
    } catch (error) {
      if (fingerprintOf(source.path) === fingerprint) throw error;
    }
    if (fingerprintOf(source.path) !== fingerprint) report(fileChanged(source));
    const elsewhere = others.reduce(sum, NOTHING);
    Object.assign(output.written, sum(output.written, elsewhere));
    return sum(own, difference(output.written, start));
  };
}

const NOTHING: Written = { files: 0, bytes: 0 };

function sum(one: Written, other: Written): Written {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}

function difference(now: Written, before: Written): Written {
  return { files: now.files - before.files, bytes: now.bytes - before.bytes };
}

/** The parts of a regular file, to be written on whatever thread. */
function pageTasks(dataset: Dataset, { file, parts, arePlain }: ReadRegular, site: Site): PagesTask[] {
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

/** Number of records of which every page size is a divisor, so that a page of each size begins at its multiples. */
export function alignmentOf({ pageSizes }: Site): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return pageSizes.reduce((product, size) => (product / divisor(product, size)) * size, 1);
}
