/** The second pass over the CSV files: writes their records to the published files. */

import type { Site } from '../contract/routes.ts';
import { MAX_PART_BYTES } from '../fast-path/plan.ts';
import { writePart } from '../fast-path/write-part.ts';
import type { ColumnDescription, Dataset, ListingOutput, Output, Pending, WorkCounter } from '../model.ts';
import { formatsOf, openWriters } from '../publish/formats.ts';
import type { PartSummary, WrittenColumn } from '../publish/records/record-writer.ts';
import { joinRecords, recordPages, writeDescriptions } from '../publish/write-api.ts';
import { csvFile, fileChanged, readUnchanged } from './input/csv-file.ts';
import { writeTexts } from './read-as-text.ts';
import type { DatasetWritten, PartWritten, Profiled, RecordPart, Start } from './task-types.ts';

/** Where the files of a dataset are written, and how the work is counted. */
interface Writing {
  output: ListingOutput;
  site: Site;
  counter: WorkCounter;
}

/**
 * Writes a dataset's files on this thread. If the CSV file has changed since the first pass, that is the only problem, and any error thrown
 * while its records were written is ignored.
 */
export function writeDataset(profiled: Profiled, writing: Writing): DatasetWritten {
  const { output, site, counter } = writing;
  const summaries = () => writeRecords(partsOf(profiled, site), output, counter);
  return endParts(profiled, writing, () => [{ written: [], summaries: summaries() }])();
}

/** Starts writing a dataset's files, on other threads if possible. The returned function finishes them, as `writeDataset` does. */
export function beginDataset(profiled: Profiled, writing: Writing, start: Start): Pending<DatasetWritten> {
  const { output, site } = writing;
  const { folder, previous = null } = output;
  // Other threads can write only if the output is a folder.
  if (folder === undefined) return () => writeDataset(profiled, writing);
  const parts = partsOf(profiled, site);
  if (parts.length > 1 && !parts.some(({ pages }) => formatsOf(pages.site).some((format) => format.isOnePiece))) {
    const tasks = parts.map((part) => ({ part, folder, previous }));
    const pending = start('write-part', tasks);
    return endParts(profiled, writing, pending);
  }
  const pending = start('write-dataset', [{ profiled, site, folder, previous }]);
  return () => {
    const [dataset] = pending() as [DatasetWritten];
    for (const file of dataset.written) output.written.push(file);
    return dataset;
  };
}

/** Writes the descriptions of a dataset. The returned function waits for its parts, which other threads may be writing, and joins them. */
function endParts(
  { dataset, source, fingerprint }: Profiled,
  { output, site, counter }: Writing,
  pending: Pending<PartWritten[]>,
): Pending<DatasetWritten> {
  const counted = countingFiles(output, counter);
  const before = output.written.length;
  writeDescriptions(dataset, counted);
  const descriptions = output.written.slice(before);
  return () => {
    const start = output.written.length;
    const end = readUnchanged(source.path, fingerprint, () => {
      const parts = pending();
      for (const { written } of parts) for (const file of written) output.written.push(file);
      const summaries = parts.map((part) => part.summaries);
      joinRecords(dataset, summaries, counted, site);
      return { problems: [] };
    });
    const { problems } = end ?? { problems: [fileChanged(source)] };
    return { written: [...descriptions, ...output.written.slice(start)], problems };
  };
}

/**
 * Writes consecutive parts of a dataset's records as one part, in every format. May throw an error if the file has changed since the
 * first pass.
 */
export function writeRecords(parts: readonly RecordPart[], output: Output, counter: WorkCounter): PartSummary[] {
  const [first] = parts as [RecordPart];
  const writers = openWriters(countingFiles(output, counter), first.pages, first);
  for (const { source, range, columns } of parts) {
    if (range) writePart(csvFile(source.path, source.file), source.file, range, columns, writers, counter);
    else writeTexts(source, columns, writers, counter);
  }
  return writers.map((writer) => writer.end(parts.at(-1)?.isLast === true));
}

/** An output that counts the complete files written to another. */
function countingFiles(output: Output, counter: WorkCounter): Output {
  const counted = <T>(written: T): T => {
    counter.add(0, 0, 1);
    return written;
  };
  return {
    ...output,
    write: (path, body) => counted(output.write(path, body)),
    joinParts: (path, count, endOf) => counted(output.joinParts(path, count, endOf)),
  };
}

/**
 * Parts in which a dataset is written: those that the byte lane has found. If it did not read the file or one part is too large, the whole
 * file is a single part for the text lane.
 */
function partsOf({ source, dataset, fast }: Profiled, site: Site): RecordPart[] {
  const { path, file, format, settings } = source;
  const common = { source: { path, file, format, settings }, pages: recordPages(dataset, site) };
  if (!fast || fast.parts.some(({ start, end }) => end - start > MAX_PART_BYTES)) {
    return [{ ...common, columns: columnsOf(dataset, []), range: null, number: 0, firstRow: 0, isLast: true }];
  }
  const { parts, arePlain, plan } = fast;
  const columns = columnsOf(dataset, arePlain);
  return parts.map(({ firstRow, start, end }, number) => {
    const isLast = number === parts.length - 1;
    return { ...common, columns, range: { dialect: plan.dialect, start, end, isLast }, number, firstRow, isLast };
  });
}

/** Columns to write, in file order. Only the byte lane uses `isPlain`. */
export function columnsOf({ profiles, columns }: Dataset, arePlain: readonly boolean[]): WrittenColumn[] {
  return profiles.map(({ name, type }, index) => {
    const description = columns.get(name) as ColumnDescription;
    return { name, isNumeric: type !== 'object', isPlain: arePlain[index] === true, description };
  });
}
