import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOADS } from '../../../src/contract/routes.ts';
import type { DownloadFormat } from '../../../src/model.ts';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { buildCommand } from '../builds/builders.ts';
import { setAside } from '../builds/set-aside.ts';
import { COLUMNS, generateRawData } from '../data/generate.ts';
import { type Contender, failuresOf, measureInTurn, type Outcome, peakMegabytes, secondsOf } from '../measure.ts';
import { peerFile } from '../peers.ts';
import { formatNumber, formatSpread, ratioOf, spreadOf } from '../ratios.ts';
import { formatFigure, NOTHING, type Section } from '../report.ts';

/** The formats that DuckDB can write too, by its names for them. */
const OF_DUCKDB = { csv: 'csv', ndjson: 'json', parquet: 'parquet' } as const satisfies Partial<
  Record<DownloadFormat, string>
>;
/** The formats that are measured: each alone, then all together. */
const MEASURED = Object.keys(OF_DUCKDB) as DownloadFormat[];
const SETS: readonly (readonly DownloadFormat[])[] = [[], ...MEASURED.map((format) => [format]), MEASURED];

/** A build with some formats, or a copy by DuckDB, and the file that it makes. */
interface Row extends Contender {
  file: string | null;
  isOurs: boolean;
}

/**
 * Builds one dataset with its pages alone, with each format of downloads, and with all of them; and lets DuckDB write the same table.
 * `withoutPeers` says why DuckDB is not installed; null if it is.
 */
export async function compareFormats(
  { size, rounds, work, progress }: BenchRun,
  withoutPeers: string | null,
): Promise<Section> {
  const rows = SIZES[size];
  const rawData = join(work, 'raw-data');
  const bytes = generateRawData(rawData, { datasets: 1, rows });
  const builds = SETS.map((formats): Row => {
    const out = join(work, `out-${formats.join('-')}`);
    const { program, args } = buildCommand(rawData, out);
    return {
      name: formats.length === 0 ? 'pages alone' : `and ${formats.join(', ')}`,
      command: { program, args: [...args, '--formats', formats.join(',')] },
      before: () => setAside(out),
      file:
        formats.length === 1 ? join(out, 'client/v1/datasets/*', DOWNLOADS[formats[0] as DownloadFormat].name) : null,
      isOurs: true,
    };
  });
  const copies = Object.values(OF_DUCKDB).map((format): Row => {
    const out = join(work, `duckdb-${format}`);
    return {
      name: `DuckDB: COPY to ${format}`,
      command: { program: process.execPath, args: [peerFile('duckdb-copy.js'), rawData, out, format] },
      before: () => setAside(out),
      file: join(out, `data.${format}`),
      isOurs: false,
    };
  });
  const contenders = [...builds, ...(withoutPeers === null ? copies : [])];
  const outcomes = await measureInTurn(contenders, rounds, progress);
  const [alone] = outcomes;
  return {
    title: `Downloads, ${size}: ${formatRows(rows)} × ${COLUMNS.length} columns, ${formatNumber(bytes / 1e6)} MB of CSV`,
    head: ['', 'Seconds', '÷ pages alone', 'Processor seconds', 'Beyond pages alone', 'File, MB', 'Peak memory, MB'],
    rows: outcomes.flatMap((outcome, at) => rowOf(outcome, alone as Outcome, contenders[at] as Row)),
    notes: [
      'DuckDB reads the CSV, finds types, and writes one file. Almanac also checks the table, describes its columns, and writes the pages.',
      ...(withoutPeers === null ? [] : [`DuckDB: not measured, ${withoutPeers}.`]),
      ...failuresOf(outcomes),
    ],
    figures: { rows, bytes, outcomes },
  };
}

function rowOf(outcome: Outcome, alone: Outcome, { file, isOurs }: Row): string[][] {
  if (outcome.failure !== null || alone.failure !== null) return [];
  const { name, rounds } = outcome;
  const processor = rounds.map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN);
  const before = alone.rounds.map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN);
  const isFirst = outcome === alone;
  const beyond = processor.map((it, round) => it - (before[round] as number));
  const figure = (values: readonly number[]): string =>
    values.some(Number.isNaN) ? NOTHING : formatNumber(spreadOf(values).median);
  return [
    [
      name,
      formatSpread(spreadOf(secondsOf(rounds))),
      isFirst || !isOurs ? NOTHING : formatSpread(ratioOf(secondsOf(rounds), secondsOf(alone.rounds))),
      figure(processor),
      isFirst || !isOurs ? NOTHING : figure(beyond),
      file === null ? NOTHING : formatNumber(bytesOf(file) / 1e6),
      formatFigure(peakMegabytes(rounds)),
    ],
  ];
}

function bytesOf(pattern: string): number {
  return globSync(pattern).reduce((sum, path) => sum + statSync(path).size, 0);
}
