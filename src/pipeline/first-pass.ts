/** The first pass over the CSV files: checks them, and finds out what their columns are. */

import { undescribedColumn } from '../discover/sidecar/undescribed-column.ts';
import { planFastPath } from '../fast-path/plan.ts';
import type { ColumnDescription, ColumnProfile, Dataset, Pending, RecordBlock, Source } from '../model.ts';
import { checkChart, publishedChart } from '../parse/checks/check-chart.ts';
import { checkColumns, checkMadeUpNames } from '../parse/checks/check-columns.ts';
import type { Duplicates } from '../parse/checks/find-duplicates.ts';
import { type CsvFile, parseCsv } from '../parse/parse-csv.ts';
import { inOrder, type Problem, type Report, reportingErrors } from '../problems/problem.ts';
import { distributed } from '../profile/column-distribution.ts';
import { distributionOf } from '../profile/distribution/count-numbers.ts';
import { findKey } from '../profile/distribution/find-key.ts';
import { type AlikeTexts, findAlikeTexts } from '../profile/evidence/alike-texts.ts';
import { type FoundDates, findDates, mayHaveDates } from '../profile/evidence/date-formats.ts';
import type { ReadAgain } from '../profile/evidence/findings.ts';
import type { InspectedColumn } from '../profile/evidence/inspected-column.ts';
import type { DecimalSnapshot } from '../profile/numbers/decimal-column.ts';
import type { NumbersSnapshot } from '../profile/numbers/number-column.ts';
import { statisticsOf } from '../profile/numbers/statistics.ts';
import { reportColumns } from '../profile/reports/report-columns.ts';
import { reportHeader } from '../profile/reports/report-header.ts';
import { csvFile, fingerprintOf, reportIfUnchanged, sizeOf } from './input/csv-file.ts';
import type { Header, OpenedFile, Reading, TableProfile } from './lane.ts';
import { byteLane } from './read-as-bytes.ts';
import { readAgain, textLane } from './read-as-text.ts';
import type { NumberSummary, Profiled, ProfiledFile } from './task-types.ts';

/**
 * Makes the first pass over a file on this thread; other threads may take segments. Null if the file cannot be read to
 * its end, or changes meanwhile: the findings may then be true of none of its versions, so only the change is reported.
 */
export function profileSource(source: Source, report: Report, reading: Reading): Profiled | null {
  const fingerprint = fingerprintOf(source.path);
  const problems: Problem[] = [];
  return beginOpened(source, fingerprint, open(source, reading, problems), problems, reading)(report);
}

/**
 * Begins the first pass over a file on any thread: in segments if it is long and may be regular, otherwise as one task.
 * The returned function waits for the result, which is that of `profileSource`.
 */
export function beginProfile(source: Source, reading: Reading): (report: Report) => Profiled | null {
  const fingerprint = fingerprintOf(source.path);
  const { site, segmentBytes, asText, start } = reading;
  const asOneTask = (): ((report: Report) => Profiled | null) => {
    const pending = start('profile-file', [{ source, options: { site, segmentBytes, asText } }]);
    return (report) => {
      const [{ profiled, problems }] = pending() as [ProfiledFile];
      return reportIfUnchanged(source, fingerprint, problems, report) ? profiled : null;
    };
  };
  if (sizeOf(source.path) <= segmentBytes) return asOneTask();
  const problems: Problem[] = [];
  const opened = open(source, reading, problems);
  if (opened?.plan !== null) return beginOpened(source, fingerprint, opened, problems, reading);
  opened.csv?.close();
  return asOneTask();
}

/** Opens a file, and adds what is wrong with it to the problems; null if it cannot be read. */
function open(source: Source, reading: Reading, problems: Problem[]): OpenedFile | null {
  const report: Report = (it) => problems.push(it);
  return reportingErrors(report, () => openFile(source, reading, report));
}

function openFile(source: Source, { asText, segmentBytes }: Reading, report: Report): OpenedFile | null {
  const { path, file, format, settings } = source;
  const content = csvFile(path, file);
  const csv = parseCsv(content, file, format, report, settings);
  if (!csv) return null;
  const published = [...source.columns].filter(([name]) => !csv.omitted.includes(name));
  checkColumns({ ...source, columns: new Map(published) }, csv.columns, report);
  checkMadeUpNames(source, csv.madeUp, report);
  checkChart(source, csv.columns, report);
  const columns = new Map(
    csv.columns.map((name) => [name, source.columns.get(name) ?? undescribedColumn(source.format)]),
  );
  const plan = asText
    ? null
    : reportingErrors(report, () => planFastPath(source, { content, size: sizeOf(path) }, csv, columns, segmentBytes));
  return { source, header: headerOf(csv), csv, columns, plan, report };
}

function headerOf({ columns, delimiter, headerPlace, firstRecord, linesAfterBlanks }: CsvFile): Header {
  return { columns, delimiter, headerPlace, firstRecord, linesAfterBlanks };
}

/** Begins to read the records of a file, if it could be opened; `problems` are those found so far. */
function beginOpened(
  source: Source,
  fingerprint: string,
  opened: OpenedFile | null,
  problems: Problem[],
  reading: Reading,
): (report: Report) => Profiled | null {
  const pending = opened && beginRecords(opened, reading);
  return (report) => {
    let read: Conclusion | null = null;
    try {
      read = pending && reportingErrors((it) => problems.push(it), pending);
    } catch (error) {
      // Parts that are read while another process writes may not fit together.
      if (fingerprintOf(source.path) === fingerprint) throw error;
    }
    // An excerpt would show what is left out.
    if (source.format.omitted.length > 0) for (const it of problems) it.excerpt = null;
    if (!reportIfUnchanged(source, fingerprint, problems, report) || !read) return null;
    const hints = inOrder(problems.filter(({ severity }) => severity === 'hint'));
    const isSound = !source.isRefused && hints.length === problems.length;
    return { ...read, source, dataset: { ...read.dataset, hints }, isSound, fingerprint };
  };
}

/** What the first pass concludes from the records of a file. */
type Conclusion = Pick<Profiled, 'dataset' | 'delimiter' | 'fast'>;

/** Begins to read records in the lane that suits the file. */
function beginRecords(opened: OpenedFile, reading: Reading): Pending<Conclusion> {
  if (!opened.plan) return () => readTexts(opened, reading);
  // Many files are begun before the first of them is finished, so the text that was read of this one is not kept.
  opened.csv?.close();
  return beginBytes({ ...opened, csv: null }, reading);
}

function readTexts(opened: OpenedFile, reading: Reading): Conclusion {
  return conclude(opened, textLane.profile(opened, reading)() as TableProfile, reading);
}

/**
 * Begins to read records as bytes. Waiting throws an error if they must be read as text after all, and the file's
 * header has changed.
 */
function beginBytes(opened: OpenedFile, reading: Reading): Pending<Conclusion> {
  const pending = byteLane.profile(opened, reading);
  return () => {
    const table = pending();
    return table ? conclude(opened, table, reading) : readTexts(openAgain(opened), reading);
  };
}

/** Opens a file again whose header was checked. Throws an error if the header has changed. */
function openAgain(opened: OpenedFile): OpenedFile {
  const { source, header: before, report } = opened;
  const { path, file, format, settings } = source;
  let isOpen = false;
  const reportIfOpen: Report = (it) => {
    if (isOpen) report(it);
  };
  const csv = parseCsv(csvFile(path, file), file, format, reportIfOpen, settings);
  isOpen = true;
  const isSame =
    csv?.columns.length === before.columns.length && csv.columns.every((name, index) => name === before.columns[index]);
  if (isSame && csv.delimiter === before.delimiter) return { ...opened, header: headerOf(csv), csv };
  csv?.close();
  throw new Error(`${file} has changed since it was first opened`);
}

/** Concludes from all records of a file what its columns are, and reports what is doubtful in them. */
function conclude({ source, header, columns, report }: OpenedFile, table: TableProfile, reading: Reading): Conclusion {
  const { profiles, duplicates, keyColumns } = concludeColumns(table, reading);
  // What was found out about the file need not be found out again.
  const format = { ...source.format, delimiter: header.delimiter, header: source.format.header ?? 1 };
  const again = (): Iterable<RecordBlock> => readAgain({ ...source, format }, UNCOUNTED);
  if (duplicates) table.duplicates.finish(duplicates, source.file, again, report);
  const alikeTexts = alikeTextsIn(again, [...columns.values()], profiles, table);
  const dates = datesIn(again, [...columns.values()], profiles);
  const headerLine = reportHeader(source, header, profiles, report);
  reportColumns(source, { ...header, alikeTexts, dates, headerLine, readAgain: again }, profiles, report);
  const published = new Map([...columns.values()].map((it, index) => [profiles[index]?.name ?? '', it]));
  const { rowCount, fast } = table;
  const about = { ...source.about, chart: publishedChart(source.about.chart, columns) };
  const dataset: Dataset = { ...source, about, columns: published, rowCount, profiles, keyColumns, hints: [] };
  return { dataset, delimiter: header.delimiter, fast };
}

/** Texts that look like another text of their column. The file is read again for them, but only if some text may look like another. */
function alikeTextsIn(
  again: ReadAgain,
  descriptions: readonly ColumnDescription[],
  profiles: readonly InspectedColumn[],
  { mayHaveMarks }: TableProfile,
): Map<number, readonly AlikeTexts[]> {
  const texts = [...profiles.entries()].filter(
    ([, { type, numberFormats, mayHaveAlikeTexts }]) =>
      // Texts that are formatted numbers are reported as such.
      type === 'object' && numberFormats.length === 0 && (mayHaveMarks || mayHaveAlikeTexts),
  );
  const columns = new Map(texts.map(([cell]) => [cell, descriptions[cell] as ColumnDescription]));
  return columns.size > 0 ? findAlikeTexts(again, columns) : new Map();
}

/** Dates that are not in ISO 8601. The file is read again for them, but only if some column may have such dates. */
function datesIn(
  again: ReadAgain,
  descriptions: readonly ColumnDescription[],
  profiles: readonly ColumnProfile[],
): ReadonlyMap<number, FoundDates> {
  const columns = [...descriptions.entries()].filter(
    ([cell, { type, date, claim }]) =>
      type === undefined && date === undefined && !claim && mayHaveDates(profiles[cell] as ColumnProfile),
  );
  return columns.length > 0 ? findDates(again, new Map(columns)) : new Map();
}

/** For work whose progress is not shown. */
const UNCOUNTED = { add: (): void => {} };

/** Below this number of rows, handing the work to another thread costs more than it saves. */
const FEW_ROWS = 1 << 14;
/** The same holds above this number of pieces in which the numbers are kept, as in wide tables. */
const MANY_PIECES = 1 << 12;

/** What the columns are, and which rows are repeated; null if none are. */
function concludeColumns(
  { profilers, duplicates, rowCount, countTexts }: TableProfile,
  { start }: Reading,
): {
  profiles: (InspectedColumn & ColumnProfile)[];
  duplicates: Duplicates | null;
  keyColumns: string[] | null;
} {
  const numbers = profilers.map((profiler) => profiler.numbers);
  const decimals = numbers.flatMap((it): DecimalSnapshot[] => (it?.scaled ? [it.scaled] : []));
  const pieces = decimals.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const isWorthIt = rowCount > FEW_ROWS;
  const endDuplicates = start('find-duplicates', [duplicates.hashes], { here: !isWorthIt });
  const endNumbers = start('summarise-numbers', decimals, { here: !isWorthIt || pieces >= MANY_PIECES });
  const textCells = [...profilers.keys()].filter((cell) => profilers[cell]?.hasTexts);
  const endTexts = start('summarise-texts', countTexts(textCells), { here: !isWorthIt });
  const summaries = endNumbers().values();
  const texts = endTexts().values();
  const columns = profilers.map((profiler, index) => {
    const own = numbers[index];
    if (!own) {
      const distribution = profiler.hasTexts ? (texts.next().value ?? null) : null;
      return { profile: distributed(profiler.finish(null), distribution), values: distribution?.ids ?? null };
    }
    const { statistics, distribution } = own.scaled ? (summaries.next().value as NumberSummary) : summarise(own);
    return { profile: distributed(profiler.finish(statistics), distribution), values: own.scaled };
  });
  const keyColumns = findKey(columns, rowCount);
  return { profiles: columns.map(({ profile }) => profile), duplicates: endDuplicates()[0] ?? null, keyColumns };
}

/** Statistics and distribution of numbers that do not fit one decimal scale. */
function summarise(numbers: NumbersSnapshot): NumberSummary {
  // The statistics may sort the numbers, and the distribution needs their order.
  const distribution = distributionOf(numbers);
  return { distribution, statistics: statisticsOf(numbers) };
}
