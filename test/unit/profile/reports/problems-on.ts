import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import type { CsvEntry } from '../../../../src/discover/sidecar/read-sidecar.ts';
import { undescribedColumn } from '../../../../src/discover/sidecar/undescribed-column.ts';
import type { ColumnDescription } from '../../../../src/model.ts';
import { parseCsv } from '../../../../src/parse/parse-csv.ts';
import { formatProblem } from '../../../../src/problems/format-problem.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { distributed } from '../../../../src/profile/column-distribution.ts';
import { findAlikeTexts } from '../../../../src/profile/evidence/alike-texts.ts';
import { statisticsOf } from '../../../../src/profile/numbers/statistics.ts';
import { ColumnProfiler } from '../../../../src/profile/profile-column.ts';
import { reportColumns } from '../../../../src/profile/reports/report-columns.ts';
import { reportHeader } from '../../../../src/profile/reports/report-header.ts';
import { memorySource } from '../../../support/memory-source.ts';

/** What a sidecar says about a file and its columns. */
export interface Said {
  csv?: CsvEntry;
  columns?: Readonly<Record<string, Partial<ColumnDescription>>>;
}

/** What is doubtful in the columns of a file, in the order in which it is found. */
export function problemsOn(text: string, { csv = {}, columns = {} }: Said = {}): Problem[] {
  const source = undescribedSource('x.csv', 'x.csv', { csv });
  const plain = undescribedColumn(source.format);
  const described = new Map(Object.entries(columns).map(([name, said]) => [name, { ...plain, ...said }]));
  const parse = () => parseCsv(memorySource(text), source.file, source.format, () => {});
  const table = parse();
  if (!table) throw new Error(`this file cannot be read: ${text}`);
  const descriptions = table.columns.map((name) => described.get(name) ?? plain);
  const profilers = table.columns.map((name, at) => new ColumnProfiler(name, descriptions[at] as ColumnDescription));
  for (const block of table.blocks) for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
  const profiles = profilers.map((it) => distributed(it.finish(it.numbers && statisticsOf(it.numbers)), null));
  const texts = [...profiles.keys()].filter(
    (at) => profiles[at]?.mayHaveAlikeTexts && !profiles[at].numberFormats.length,
  );
  const readAgain = () => parse()?.blocks ?? [];
  const alikeTexts = findAlikeTexts(readAgain, new Map(texts.map((at) => [at, descriptions[at] as ColumnDescription])));
  const found: Problem[] = [];
  const all = { ...source, columns: described };
  const headerLine = reportHeader(all, { ...table, profiles }, (it) => found.push(it));
  reportColumns(all, { ...table, alikeTexts, dates: new Map(), headerLine, readAgain }, profiles, (it) =>
    found.push(it),
  );
  return found;
}

/** The same as the command line prints it, with every fix that is proposed. */
export function printedOn(text: string, said: Said = {}): string {
  return problemsOn(text, said)
    .map((it) =>
      formatProblem({ ...it, fixes: it.candidates.map((fix) => ({ ...fix, also: [], next: [], sidecar: {} })) }),
    )
    .join('\n\n');
}

/** The codes with their lines and columns. */
export function codesOn(text: string, said: Said = {}): string[] {
  return problemsOn(text, said).map(({ code, line, column }) => `${line}:${column} ${code}`);
}
