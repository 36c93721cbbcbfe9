/** The first pass over the CSV files: checks them and determines the types and statistics of their columns. */

import { closeSync } from 'node:fs';
import { undescribedColumn } from '../discover/sidecar/undescribed-column.ts';
import { planFastPath } from '../fast-path/plan.ts';
import { openSpill } from '../kernel/kept-bytes.ts';
import { kernelOfThread } from '../kernel/kernel.ts';
import type { ColumnDescription, ColumnProfile, Dataset, Pending, Source } from '../model.ts';
import { checkChart, publishedChart } from '../parse/checks/check-chart.ts';
import { checkColumns, checkMadeUpNames } from '../parse/checks/check-columns.ts';
import { reportDuplicates } from '../parse/checks/check-duplicates.ts';
import { type CsvFile, parseCsv } from '../parse/parse-csv.ts';
import { inOrder, type Problem, type Report, reportingErrors } from '../problems/problem.ts';
import { distributed } from '../profile/column-distribution.ts';
import { findKey } from '../profile/distribution/find-key.ts';
import { findAlikeTexts } from '../profile/evidence/alike-texts.ts';
import { findDates, mayHaveDates } from '../profile/evidence/date-formats.ts';
import type { InspectedColumn } from '../profile/profile-column.ts';
import { reportColumns } from '../profile/reports/report-columns.ts';
import { reportHeader } from '../profile/reports/report-header.ts';
import { csvFile, fileChanged, fingerprintOf, readUnchanged, sizeOf } from './input/csv-file.ts';
import type { Header, OpenedFile, Reading, TableProfile } from './lane.ts';
import { profileBytes } from './read-as-bytes.ts';
import { profileTexts } from './read-as-text.ts';
import { reportRules } from './rules/report-rules.ts';
import { rereader } from './rules/rereader.ts';
import type { Profiled, ProfiledFile, Tasks } from './task-types.ts';

/** Runs the first pass over a file on this thread; other threads may read some of its segments. */
export function profileSource(source: Source, reading: Reading): ProfiledFile {
  return beginOpened(source, open(source, reading), reading)();
}

/**
 * Starts the first pass over a file on any thread: in segments if the file is long and can probably be read as bytes, otherwise as a single
 * task. The returned function waits for the result, which is the same as that of `profileSource`.
 */
export function beginProfile(source: Source, reading: Reading): Pending<ProfiledFile> {
  const { site, segmentBytes, asText, temporary, start } = reading;
  if (sizeOf(source.path) > segmentBytes) {
    const opening = open(source, reading);
    if (opening.opened?.plan !== null) return beginOpened(source, opening, reading);
    opening.opened.csv?.close();
  }
  const fingerprint = fingerprintOf(source.path);
  const pending = start('profile-file', [{ source, options: { site, segmentBytes, asText, temporary } }]);
  return () => readUnchanged(source.path, fingerprint, () => pending()[0] as ProfiledFile) ?? changed(source);
}

/** The findings in a file that has changed: they may match no version of the file, so only the change is reported. */
function changed(source: Source): ProfiledFile {
  return { profiled: null, problems: [fileChanged(source)] };
}

/** Opens a file. `opened` is null if it cannot be read; `problems` receives all problems with it, those of its records included. */
function open(source: Source, { asText, segmentBytes }: Reading) {
  const { path, file, format, settings } = source;
  const fingerprint = fingerprintOf(path);
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const opened = reportingErrors(report, (): OpenedFile | null => {
    const content = csvFile(path, file);
    const csv = parseCsv(content, file, format, report, settings);
    if (!csv) return null;
    const published = [...source.columns].filter(([name]) => !csv.omitted.includes(name));
    checkColumns({ ...source, columns: new Map(published) }, csv.columns, report);
    checkMadeUpNames(source, csv.madeUp, report);
    checkChart(source, csv.columns, report);
    const columns = new Map(csv.columns.map((name) => [name, source.columns.get(name) ?? undescribedColumn(format)]));
    const data = { content, size: sizeOf(path) };
    const plan = asText ? null : reportingErrors(report, () => planFastPath(source, data, csv, columns, segmentBytes));
    return { source, header: headerOf(csv), csv, columns, plan, spill: null, report };
  });
  return { fingerprint, problems, opened };
}

/** For files of more segments than this, what the first pass finds, some sixty bytes a row, is kept in a temporary file. */
const MAX_UNSPILLED = 16;

function headerOf({ columns, delimiter, headerPlace, firstRecord, linesAfterBlanks }: CsvFile): Header {
  return { columns, delimiter, headerPlace, firstRecord, linesAfterBlanks };
}

/** Starts reading the records of a file, if it could be opened. */
function beginOpened(source: Source, opening: ReturnType<typeof open>, reading: Reading): Pending<ProfiledFile> {
  const { fingerprint, problems, opened } = opening;
  const isLong = opened !== null && sizeOf(source.path) > reading.segmentBytes * MAX_UNSPILLED;
  const spill = isLong ? openSpill(reading.temporary) : null;
  const pending = opened && beginRecords({ ...opened, spill }, reading);
  return () => {
    const found = readUnchanged(source.path, fingerprint, () => ({
      read: pending && reportingErrors((it) => problems.push(it), pending),
    }));
    // Every thread has ended its tasks: none uses the descriptor, which another file may get. After an error that was thrown on, a thread
    // may still write, so the file stays open.
    if (spill) closeSync(spill.fd);
    // Excerpts could contain values of columns that are omitted from the published data.
    if (source.format.omitted.length > 0) for (const it of problems) it.excerpt = null;
    if (!found) return changed(source);
    const { read } = found;
    if (!read) return { profiled: null, problems };
    const hints = inOrder(problems.filter(({ severity }) => severity === 'hint'));
    const isSound = !source.isRefused && hints.length === problems.length;
    return { profiled: { ...read, source, dataset: { ...read.dataset, hints }, isSound, fingerprint }, problems };
  };
}

type Conclusion = Pick<Profiled, 'dataset' | 'delimiter' | 'fast'>;

/**
 * Starts reading records, as bytes if there is a plan. If the byte lane turns out not to be able to read the file, the returned function reads
 * it as text.
 */
function beginRecords(opened: OpenedFile, reading: Reading): Pending<Conclusion> {
  const { plan, spill, csv } = opened;
  const readTexts = (file: OpenedFile): Conclusion => {
    const table = kernelOfThread().keepingIn(spill, () => profileTexts(file, reading.counter));
    return conclude(file, table, reading);
  };
  if (!plan) return () => readTexts(opened);
  // Many files may be in progress at the same time, so the text already read from this one is released.
  csv?.close();
  const closed = { ...opened, csv: null };
  const pending = profileBytes(plan, spill, reading);
  return () => {
    const table = pending();
    return table ? conclude(closed, table, reading) : readTexts(openAgain(closed));
  };
}

/** Reopens a file whose header has already been checked. If it has changed since, its fingerprint shows that in the end. */
function openAgain(opened: OpenedFile): OpenedFile {
  const { source, report } = opened;
  const { path, file, format, settings } = source;
  // Problems of the header have been reported already.
  let reportFurther: Report = () => {};
  const csv = parseCsv(csvFile(path, file), file, format, (it) => reportFurther(it), settings);
  reportFurther = report;
  if (!csv) throw new Error(`${file} has changed since it was first opened`);
  return { ...opened, header: headerOf(csv), csv };
}

/** Determines the types and statistics of a file's columns from all of its records, and reports the problems that this reveals. */
function conclude({ source, header, columns, report }: OpenedFile, table: TableProfile, reading: Reading): Conclusion {
  const described = [...columns.values()];
  const { profiles, duplicates, keyColumns } = concludeColumns(table, reading);
  const { rowCount, fast } = table;
  const again = rereader(source, header.delimiter, fast);
  if (duplicates) reportDuplicates(duplicates, table.rowCount, source.file, again.whole, report);
  const columnsWhere = (isWanted: (profile: Profile, description: ColumnDescription) => boolean) =>
    new Map([...described.entries()].filter(([cell, it]) => isWanted(profiles[cell] as Profile, it)));
  const texts = columnsWhere(
    ({ type, numberFormats, mayHaveAlikeTexts }) =>
      // Formatted numbers are reported separately.
      type === 'object' && numberFormats.length === 0 && (table.mayHaveMarks || mayHaveAlikeTexts),
  );
  const untyped = columnsWhere(
    (profile, { type, date, claim }) => type === undefined && date === undefined && !claim && mayHaveDates(profile),
  );
  const [alikeTexts, dates] = [findAlikeTexts(again.whole, texts), findDates(again.whole, untyped)];
  const headerLine = reportHeader(source, { ...header, profiles }, report);
  reportColumns(source, { ...header, alikeTexts, dates, headerLine, readAgain: again.whole }, profiles, report);
  const ruled = { columns: header.columns, described, profiles, rowCount, keyColumns, readCells: again.cells };
  reportRules(source, ruled, report);
  const published = new Map(described.map((it, index) => [profiles[index]?.name ?? '', it]));
  const about = { ...source.about, chart: publishedChart(source.about.chart, columns) };
  const dataset: Dataset = { ...source, about, columns: published, rowCount, profiles, keyColumns, hints: [] };
  return { dataset, delimiter: header.delimiter, fast };
}

/** Up to this number of rows, summarising the table on another thread costs more time than it saves. */
const FEW_ROWS = 1 << 14;
/** If the numbers are stored in this many chunks or more, as in wide tables, sending them to another thread costs more than it saves. */
const MANY_PIECES = 1 << 12;

type Profile = InspectedColumn & ColumnProfile;

/** Returns the profiles of the columns, a summary of the repeated rows (null if no rows repeat) and the key (null if none is found). */
function concludeColumns({ profilers, hashes, rowCount, countTexts }: TableProfile, { start }: Reading) {
  const numbers = profilers.map((profiler) => profiler.numbers);
  const numeric = numbers.filter((it) => it !== null);
  const pieces = numeric.reduce((sum, { scaled, doubles }) => sum + (scaled ?? doubles).chunks.length, 0);
  const isWorthIt = rowCount > FEW_ROWS;
  // In a single column, repeated values are normal.
  const endDuplicates = start('find-duplicates', [profilers.length > 1 ? hashes : []], { here: !isWorthIt });
  const endNumbers = start('summarise-numbers', numeric, { here: !isWorthIt || pieces >= MANY_PIECES });
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
    const { statistics, distribution } = summaries.next().value as Tasks['summarise-numbers']['gives'];
    return { profile: distributed(profiler.finish(statistics), distribution), values: own.scaled };
  });
  const keyColumns = findKey(columns, rowCount);
  return { profiles: columns.map(({ profile }) => profile), duplicates: endDuplicates()[0] ?? null, keyColumns };
}
