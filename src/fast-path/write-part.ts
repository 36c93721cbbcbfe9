/** The second reading of a regular file: its records' bytes become those of pages or chunks, part by part. */

import type { WorkCounters } from '../build/threads/work-counters.ts';
import { kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, ColumnDescription, Output, Written } from '../model.ts';
import { cellEncoder } from '../profile/cell-to-json.ts';
import { ChunkWriter } from '../publish/records/chunk-writer.ts';
import { FieldPages, type RecordPages } from '../publish/records/field-pages.ts';
import { ScannedBlock } from './byte-block.ts';
import { ByteEncoder } from './encode-records.ts';
import type { FastPlan } from './plan.ts';
import { readSegment, recordsOfBlock } from './profile-segment.ts';
import { ByteScanner } from './scanner.ts';

/** A part of a regular file that begins where a page of each size begins, or a chunk, and how its cells are written. */
export interface WritePartTask {
  kind: 'pages';
  regular: Pick<FastPlan, 'path' | 'file' | 'dialect'>;
  range: { start: number; end: number };
  isLast: boolean;
  /** Number of the part's first record among all, from 0. */
  firstRow: number;
  pages: RecordPages;
  columns: readonly WrittenColumn[];
}

/** What was written of a part. */
export interface PartWritten extends Written {
  /** Numbers of the first records of its chunks; none where pages were written. */
  firsts: readonly number[];
}

/** How the cells of a column are written, as plain data. */
export interface WrittenColumn {
  /** Name the column is published under. */
  name: string;
  isNumeric: boolean;
  isPlain: boolean;
  description: Pick<ColumnDescription, 'missing' | 'numberFormat'>;
}

/**
 * Writes the pages of a part, or its chunks: returns the numbers of their first records, none for pages. Throws where the file is no longer
 * what it was when it was profiled.
 */
export function writePages(
  content: ByteSource,
  { regular, range, isLast, firstRow, pages, columns }: WritePartTask,
  output: Output & { readonly written: Written },
  counters: WorkCounters,
): readonly number[] {
  const { dialect } = regular;
  const kernel = kernelOfThread();
  const scanner = new ByteScanner(kernel, dialect, range.end - range.start, recordsOfBlock(dialect.width));
  const length = readSegment(content, regular, range, isLast, scanner.bytes);
  if (length === null) throw notRegular(regular.file);
  const encoder = new ByteEncoder(
    kernel,
    columns.map(({ name, isNumeric, isPlain, description }) => ({
      name,
      isNumeric,
      isPlain,
      hasOwnNulls: (description.missing?.length ?? 0) > 0,
      toJson: cellEncoder(isNumeric, description),
    })),
  );
  const packer = pages.site.layout === 'packed' ? new ChunkWriter(output, pages, firstRow) : null;
  const written = packer ? null : new FieldPages(output, pages, encoder, firstRow);
  for (let at = 0; at < length; ) {
    const next = scanner.scan(at, length, isLast);
    if (next < 0) throw notRegular(regular.file);
    const before = output.written.files;
    const block = new ScannedBlock(scanner, dialect, at, 1, []);
    packer?.addBlock(block, encoder);
    written?.add(block);
    counters.add(next - at, block.records, output.written.files - before);
    at = next;
  }
  const before = output.written.files;
  if (isLast) (packer ?? written)?.finish();
  counters.add(0, 0, output.written.files - before);
  return packer?.firsts ?? [];
}

function notRegular(file: string): Error {
  return new Error(`${file} is not what it was when it was read first`);
}
