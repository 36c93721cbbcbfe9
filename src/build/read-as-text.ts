/** Reads a CSV file from its beginning to its end, as bytes where they are regular, else as text. */

import { type FastRead, joinSegments, type TableRead } from '../fast-path/join-segments.ts';
import { type FastPlan, planFastPath, SEGMENT_BYTES } from '../fast-path/plan.ts';
import type { SegmentProfile } from '../fast-path/profile-segment.ts';
import type { ColumnDescription, ColumnProfile, Dataset, RecordBlock, Source } from '../model.ts';
import { checkColumns } from '../parse/checks/check-columns.ts';
import { DuplicateCheck } from '../parse/checks/check-duplicates.ts';
import type { Duplicates } from '../parse/checks/find-duplicates.ts';
import { type CsvFile, parseCsv } from '../parse/parse-csv.ts';
import { type Report, reportingErrors } from '../problems/problem.ts';
import { statisticsOf } from '../profile/numbers/statistics.ts';
import { ColumnProfiler } from '../profile/profile-column.ts';
import { reportProfile } from '../profile/reports/report-column.ts';
import { reportHeader } from '../profile/reports/report-header.ts';
import { reportFormats } from '../profile/reports/report-number-formats.ts';
import { reportTexts } from '../profile/reports/report-texts.ts';
import { csvFile, sizeOf } from './input/csv-file.ts';
import { type FiguresTask, type StartReading, startHere } from './reading-task.ts';
import { countedBlocks, WorkCounters } from './threads/work-counters.ts';

/** How files are read, as plain data. */
export interface ReadingOptions {
  /** Parts of a regular file begin at a multiple of so many records. */
  alignment: number;
  /** Bytes of a segment. */
  segmentBytes: number;
  /** Every file is read as text, as if none were regular. */
  asText: boolean;
}

/** How files are read, and by whom. */
export interface Reading extends ReadingOptions {
  start: StartReading;
  /** Count what is read. */
  counters: WorkCounters;
}

/** Nobody looks at what is counted. */
const UNCOUNTED = new WorkCounters();

/** All on this thread. */
export function readingHere(options: ReadingOptions, counters = UNCOUNTED): Reading {
  return { ...options, start: startHere(counters), counters };
}

/** The same, for what is not published afterwards: its parts begin anywhere. */
export const ON_THIS_THREAD = readingHere({ alignment: 1, segmentBytes: SEGMENT_BYTES, asText: false });

/** What the first reading tells of a file. */
export type ReadFile = { dataset: Omit<Dataset, 'hints'> } & {
  /** The delimiter it was read with. */
  delimiter: string;
  /** How its bytes are read again, where they are regular. */
  regular: FastRead | null;
};

/** What is known of a file once it was opened. */
type OpenedFile = Pick<CsvFile, 'columns' | 'delimiter' | 'headerPlace' | 'linesBehindBlanks'>;

/** A file that is being read: how its columns are described, by their names in it, how it is read, and who is told. */
interface BegunFile {
  source: Source;
  columns: ReadonlyMap<string, ColumnDescription>;
  reading: Reading;
  report: Report;
}

/** A file whose header was read. */
interface OpenedSource {
  begun: BegunFile;
  csv: CsvFile;
  /** How it is read as bytes; null where it is read as text. */
  plan: FastPlan | null;
}

/** Opens a file; null where it cannot be read. */
export function openSource(source: Source, reading: Reading, report: Report): OpenedSource | null {
  const csv = parseCsv(csvFile(source.path, source.file), source.file, source.format, report);
  if (!csv) return null;
  checkColumns(source, csv.columns, report);
  const columns = new Map(csv.columns.map((name) => [name, source.columns.get(name) ?? undescribed(source)]));
  const begun = { source, columns, reading, report };
  const plan = reading.asText
    ? null
    : reportingErrors(report, () =>
        planFastPath(
          source,
          { bytes: csvFile(source.path, source.file), size: sizeOf(source.path) },
          csv,
          columns,
          reading.segmentBytes,
        ),
      );
  return { begun, csv, plan };
}

/** Begins to read a file that was opened. What is returned throws where the file has changed too much since. */
export function beginReading({ begun, csv, plan }: OpenedSource): () => ReadFile {
  if (!plan) return () => concludeFile(begun, csv, profileTexts(begun.columns, csv, begun.reading.counters));
  csv.close();
  return beginRegular(begun, headerOf(csv), plan);
}

/** Many files are begun before the first of them is ended, so nothing of what was read of this one as text is held. */
function beginRegular(begun: BegunFile, opened: OpenedFile, plan: FastPlan): () => ReadFile {
  const { source, columns, reading, report } = begun;
  const endBytes = beginBytes(plan, reading);
  return () => {
    const read = endBytes();
    if (read) return concludeFile(begun, opened, read);
    const again = openAgain(source, opened, report);
    return concludeFile(begun, again, profileTexts(columns, again, reading.counters));
  };
}

/** What all that was read of a file comes to. */
function concludeFile({ source, columns, reading, report }: BegunFile, opened: OpenedFile, read: TableRead): ReadFile {
  const { profiles, repeats } = concludeColumns(read, reading);
  if (repeats) read.repeats.finish(repeats, source.file, () => readAgain(source), report);
  reportProfiles(source, opened, profiles, report);
  const published = new Map([...columns.values()].map((it, index) => [profiles[index]?.name ?? '', it]));
  const { rowCount, regular } = read;
  return { dataset: { ...source, columns: published, rowCount, profiles }, delimiter: opened.delimiter, regular };
}

function headerOf({ columns, delimiter, headerPlace, linesBehindBlanks }: OpenedFile): OpenedFile {
  return { columns, delimiter, headerPlace, linesBehindBlanks };
}

/** Opens a file of whose header all was told. Throws where it has another by now. */
function openAgain({ path, file, format }: Source, former: OpenedFile, report: Report): CsvFile {
  let isOpen = false;
  const csv = parseCsv(csvFile(path, file), file, format, (it) => {
    if (isOpen) report(it);
  });
  isOpen = true;
  const { length } = former.columns;
  const isSame = csv?.columns.length === length && csv.columns.every((name, index) => name === former.columns[index]);
  if (isSame && csv.delimiter === former.delimiter) return csv;
  csv?.close();
  throw new Error(`${file} is not what it was when it was opened first`);
}

/** Fewer rows are looked through sooner than they are handed to another thread; and so are numbers in more pieces, as wide tables have them. */
const FEW_ROWS = 1 << 14;
const MANY_PIECES = 1 << 12;

/** What the columns are, and which rows are repeated. */
function concludeColumns(
  read: TableRead,
  { start, counters }: Reading,
): { profiles: ColumnProfile[]; repeats: Duplicates | null } {
  const { profilers, repeats, rowCount } = read;
  const numbers = profilers.map((profiler) => profiler.numbers);
  const exact = numbers.flatMap((it): FiguresTask[] => (it?.scaled ? [{ kind: 'figures', numbers: it.scaled }] : []));
  const pieces = exact.reduce((sum, task) => sum + task.numbers.chunks.length, 0);
  const isWorthIt = rowCount > FEW_ROWS;
  const here = startHere(counters);
  const endRepeats = (isWorthIt ? start : here)([{ kind: 'repeats', hashes: repeats.hashes }]);
  const endFigures = (isWorthIt && pieces < MANY_PIECES ? start : here)(exact);
  const figures = endFigures().values();
  const profiles = profilers.map((profiler, index) => {
    const own = numbers[index];
    return profiler.finish(own ? (own.scaled ? (figures.next().value ?? null) : statisticsOf(own)) : null);
  });
  return { profiles, repeats: endRepeats()[0] ?? null };
}

function reportProfiles(source: Source, csv: OpenedFile, profiles: readonly ColumnProfile[], report: Report): void {
  for (const [index, profile] of profiles.entries()) {
    reportProfile(source, csv.columns[index] as string, profile, report);
  }
  reportFormats(source, csv.columns, profiles, report);
  reportHeader(source, csv, profiles, report);
  reportTexts(source, profiles, report);
}

/** Reads the records as texts, whatever the file is like, and closes it; `columns` are in their order in the file. */
function profileTexts(
  columns: ReadonlyMap<string, ColumnDescription>,
  csv: CsvFile,
  counters: WorkCounters,
): TableRead {
  const profilers = [...columns].map(([name, description]) => new ColumnProfiler(name, description));
  const repeats = new DuplicateCheck(columns.size);
  let rowCount = 0;
  try {
    for (const block of countedBlocks(csv, counters)) {
      rowCount += block.records.length;
      repeats.add(block);
      for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
    }
  } finally {
    csv.close();
  }
  return { rowCount, profilers, repeats, regular: null };
}

/** Begins to read the records as bytes; what is returned gives null where the file is not regular. */
function beginBytes(file: FastPlan, { start, alignment, counters }: Reading): () => TableRead | null {
  const tasks = file.segments.map((_, segment) => ({ kind: 'profile', regular: file, segment, alignment }) as const);
  const end = start(tasks);
  return () => {
    const segments = end();
    const read = joinSegments(file, segments, alignment);
    if (!read) takeBack(file, segments, counters);
    return read;
  };
}

/** Takes off the count what was read of a file that is to be read again as text. */
function takeBack(file: FastPlan, segments: readonly (SegmentProfile | null)[], counters: WorkCounters): void {
  for (const [index, { start, end }] of file.segments.entries()) {
    const segment = segments[index];
    if (segment) counters.add(start - end, -segment.records);
  }
}

/** The records of a file whose problems were told. */
export function readAgain({ path, file, format }: Source, counters = UNCOUNTED): Iterable<RecordBlock> {
  const csv = parseCsv(csvFile(path, file), file, format, () => {});
  return csv ? countedBlocks(csv, counters) : [];
}

/** How a column is read that the publisher says nothing about. */
function undescribed({ format }: Source): ColumnDescription {
  const { missing, numberFormat } = format;
  return {
    description: '',
    nullable: false,
    required: false,
    isNumber: false,
    numberFormat,
    ...(missing ? { missing } : {}),
  };
}
