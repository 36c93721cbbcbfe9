/** The first reading of a CSV file: checks it, and finds out what its columns are. */

import type { ColumnDescription, ColumnProfile, Dataset, RecordBlock, Source } from './model.ts';
import { checkColumns } from './parse/check-columns.ts';
import { RepeatCheck } from './parse/check-repeats.ts';
import { fingerprintOf } from './parse/decode.ts';
import type { Repeats } from './parse/find-repeats.ts';
import { type CsvFile, parseCsv } from './parse/parse-csv.ts';
import { inOrder, type Problem, ProblemError, problem, type Report } from './problems.ts';
import { ColumnProfiler } from './profile/profile-column.ts';
import { reportFormats } from './profile/report-formats.ts';
import { reportHeader } from './profile/report-header.ts';
import { reportProfile } from './profile/report-profile.ts';
import { reportTexts } from './profile/report-texts.ts';
import { figuresOf } from './profile/statistics.ts';
import { planRegular, type RegularFile, SEGMENT_BYTES } from './regular-file.ts';
import { type FiguresTask, type ResultOf, runTask, type Task } from './run-task.ts';
import type { SegmentProfile } from './segment-profile.ts';
import { countedBlocks, WorkCounters } from './work-counters.ts';

/** A CSV file that was read once. */
export interface Profiled {
  source: Source;
  dataset: Dataset;
  /** The delimiter it was read with. */
  delimiter: string;
  /** False when there is an error in it, or in what is said of it: then it must not be published. */
  isSound: boolean;
  /** Of the CSV file, before it was read. */
  fingerprint: string;
  /** How its bytes are read again, where they are regular. */
  regular: ReadRegular | null;
}

/** A file whose bytes were found to be regular. */
export interface ReadRegular {
  file: RegularFile;
  /** Its records in parts; each begins at a multiple of the alignment. */
  parts: readonly { start: number; end: number; firstRow: number }[];
  /** By column: its numbers are JSON numbers as they stand. */
  arePlain: readonly boolean[];
}

/** How files are read. */
export interface Reading {
  /** Begins tasks, on whatever thread; what it returns waits for their results. */
  start: StartTasks;
  /** Parts of a regular file begin at a multiple of so many records. */
  alignment: number;
  /** Bytes of a segment. */
  segmentBytes: number;
  /** Count what is read. */
  counters: WorkCounters;
  /** Every file is read as text, as if none were regular. */
  asText?: boolean;
}

type StartTasks = <T extends Task>(tasks: readonly T[]) => () => ResultOf<T>[];

/** All on this thread; nobody looks at what is counted. */
const UNCOUNTED = new WorkCounters();
const startHere: StartTasks = (tasks) => () => tasks.map((task) => runTask(task, UNCOUNTED));
const ON_THIS_THREAD: Reading = {
  start: startHere,
  alignment: 1,
  segmentBytes: SEGMENT_BYTES,
  counters: UNCOUNTED,
};

/**
 * Reads a CSV file for the first time: checks it, and profiles its columns. Null when it cannot be read to its end, or changes
 * meanwhile: what is found then may be in none of its versions, so only the change is reported.
 */
export function profileSource(source: Source, report: Report, reading = ON_THIS_THREAD): Profiled | null {
  return beginProfile(source, reading)(report);
}

/** The same in two steps: what is returned ends what other threads may do in between. */
export function beginProfile(source: Source, reading: Reading): (report: Report) => Profiled | null {
  const found: Problem[] = [];
  const fingerprint = fingerprintOf(source.path);
  const take: Report = (it) => found.push(it);
  const end = reportingErrors(take, () => beginReading(source, reading, take));
  return (report) => {
    const read = end && reportingErrors(take, end);
    const isUnchanged = fingerprintOf(source.path) === fingerprint;
    const problems = isUnchanged ? found : [fileChanged(source)];
    for (const it of problems) report(it);
    if (!read || !isUnchanged) return null;
    const hints = inOrder(problems.filter(({ severity }) => severity === 'hint'));
    const isSound = !source.isRefused && hints.length === problems.length;
    return { ...read, source, dataset: { ...read.dataset, hints }, isSound, fingerprint };
  };
}

/** The problem of a file that another process writes to. */
export function fileChanged({ file }: Source): Problem {
  return problem(
    'file-changed',
    { file },
    'changed, or was replaced or removed, while it was read, so what is known of it no longer holds',
    'Build again when nobody writes to the file.',
  );
}

/** What the first reading tells of a file. */
type ReadFile = { dataset: Omit<Dataset, 'hints'> } & Pick<Profiled, 'delimiter' | 'regular'>;

/** Opens a file, and begins to read it; null where it cannot be read. */
function beginReading(source: Source, reading: Reading, report: Report): (() => ReadFile) | null {
  const csv = parseCsv(source.path, source.file, source.form, report);
  if (!csv) return null;
  checkColumns(source, csv.columns, report);
  const columns = new Map(csv.columns.map((name) => [name, source.columns.get(name) ?? undescribed(source)]));
  const plan = reading.asText
    ? null
    : reportingErrors(report, () => planRegular(source, csv, columns, reading.segmentBytes));
  const endBytes = plan && beginBytes(plan, reading);
  return () => {
    try {
      const read = endBytes?.() ?? profileTexts(columns, csv, reading.counters);
      const { profiles, repeats } = concludeColumns(read, reading);
      if (repeats) read.repeats.finish(repeats, source.file, () => readAgain(source), report);
      reportProfiles(source, csv, profiles, report);
      const published = new Map([...columns.values()].map((it, index) => [profiles[index]?.name ?? '', it]));
      const { rowCount, regular } = read;
      return { dataset: { ...source, columns: published, rowCount, profiles }, delimiter: csv.delimiter, regular };
    } finally {
      csv.close();
    }
  };
}

/** Fewer rows are looked through sooner than they are handed to another thread, and so are more columns, in many small pieces. */
const FEW_ROWS = 1 << 14;
const MANY_COLUMNS = 256;

/** What the columns are, and which rows are repeated. */
function concludeColumns(read: Read, { start }: Reading): { profiles: ColumnProfile[]; repeats: Repeats | null } {
  const { profilers, repeats, rowCount } = read;
  const numbers = profilers.map((profiler) => profiler.numbers);
  const exact = numbers.flatMap((it): FiguresTask[] => (it?.scaled ? [{ kind: 'figures', numbers: it.scaled }] : []));
  const startSome = rowCount > FEW_ROWS && profilers.length < MANY_COLUMNS ? start : startHere;
  const endRepeats = startSome([{ kind: 'repeats', hashes: repeats.hashes }]);
  const endFigures = startSome(exact);
  const figures = endFigures().values();
  const profiles = profilers.map((profiler, index) => {
    const own = numbers[index];
    return profiler.finish(own ? (own.scaled ? (figures.next().value ?? null) : figuresOf(own)) : null);
  });
  return { profiles, repeats: endRepeats()[0] ?? null };
}

function reportProfiles(source: Source, csv: CsvFile, profiles: readonly ColumnProfile[], report: Report): void {
  for (const [index, profile] of profiles.entries()) {
    reportProfile(source, csv.columns[index] as string, profile, report);
  }
  reportFormats(source, csv.columns, profiles, report);
  reportHeader(source, csv, profiles, report);
  reportTexts(source, profiles, report);
}

/** What all records of a file have told. */
interface Read {
  rowCount: number;
  profilers: readonly ColumnProfiler[];
  repeats: RepeatCheck;
  regular: ReadRegular | null;
}

/** Reads the records as texts, whatever the file is like; `columns` are in their order in the file. */
function profileTexts(columns: ReadonlyMap<string, ColumnDescription>, csv: CsvFile, counters: WorkCounters): Read {
  const profilers = [...columns].map(([name, description]) => new ColumnProfiler(name, description));
  const repeats = new RepeatCheck(columns.size);
  let rowCount = 0;
  for (const block of countedBlocks(csv, counters)) {
    rowCount += block.records.length;
    repeats.add(block);
    for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
  }
  return { rowCount, profilers, repeats, regular: null };
}

/** Begins to read the records as bytes; what is returned gives null where the file is not regular. */
function beginBytes(file: RegularFile, { start, alignment, counters }: Reading): () => Read | null {
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
function takeBack(file: RegularFile, segments: readonly (SegmentProfile | null)[], counters: WorkCounters): void {
  for (const [index, { start, end }] of file.segments.entries()) {
    const segment = segments[index];
    if (segment) counters.add(start - end, -segment.records);
  }
}

function joinSegments(file: RegularFile, segments: readonly (SegmentProfile | null)[], alignment: number): Read | null {
  const profilers = [...file.columns].map(([name, description]) => new ColumnProfiler(name, description));
  const repeats = new RepeatCheck(file.columns.size);
  const parts: { start: number; end: number; firstRow: number }[] = [];
  const arePlain = profilers.map(() => true);
  let lines = file.firstLine - 1;
  let rowCount = 0;
  for (const segment of segments) {
    if (!segment || segment.records + rowCount === 0) return null;
    for (const place of segment.places) place.line += lines;
    for (const [index, { column, isPlain }] of segment.columns.entries()) {
      profilers[index]?.absorb(column);
      arePlain[index] &&= isPlain;
    }
    repeats.addHashes(segment.hashes);
    const skipped = (alignment - (rowCount % alignment)) % alignment;
    const start = segment.starts[skipped];
    if (start !== undefined) {
      const before = parts.at(-1);
      if (before) before.end = start;
      parts.push({ start, end: file.segments.at(-1)?.end ?? 0, firstRow: rowCount + skipped });
    }
    rowCount += segment.records;
    lines += segment.lines;
  }
  return { rowCount, profilers, repeats, regular: { file, parts, arePlain } };
}

/** The records of a file whose problems were told. */
export function readAgain({ path, file, form }: Source, counters = UNCOUNTED): Iterable<RecordBlock> {
  const csv = parseCsv(path, file, form, () => {});
  return csv ? countedBlocks(csv, counters) : [];
}

/** How a column is read that the publisher says nothing about. */
function undescribed({ form }: Source): ColumnDescription {
  const { missing, format } = form;
  return {
    description: '',
    nullable: false,
    required: false,
    isNumber: false,
    format,
    ...(missing ? { missing } : {}),
  };
}

/** Runs a step; a `ProblemError` that ends it is reported, and the step's result is null then. */
export function reportingErrors<T>(report: Report, step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    report(error.problem);
    return null;
  }
}
