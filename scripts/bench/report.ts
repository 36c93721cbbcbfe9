import { cpus, totalmem } from 'node:os';
import { max, median, min } from 'simple-statistics';
import { type Contender, figuresOf, type Measured, type Measurement, measureInTurn } from './measure.ts';

/** Available sizes, in rows. */
export const SIZES = { S: 10_000, M: 100_000, L: 1_000_000, XL: 5_000_000 } as const;

/** Parameters for each part of the benchmark. */
export interface BenchRun {
  size: keyof typeof SIZES;
  /** Number of rounds. Each round measures every contender once. */
  rounds: number;
  /** Folder for inputs and outputs. It does not exist yet. */
  work: string;
  progress: (line: string) => void;
}

/** The results of one part of the benchmark. */
export interface Section {
  title: string;
  head: readonly string[];
  /** One row for each contender or variant. */
  rows: readonly (readonly string[])[];
  /** Notes on how to read the figures, and on missing measurements. */
  notes: readonly string[];
  /** The measurements behind the rows, for JSON output. */
  measured: readonly unknown[];
}

/** A column of a table: its head, and the cell for a contender. */
export type Column<M> = readonly [head: string, cellOf: (measured: M, at: number) => string];

type Costs = { rounds: readonly Measurement[] };
export const SECONDS: Column<Costs> = ['Seconds', (it) => formatSpread(figuresOf(it.rounds, 'seconds'))];
export const PROCESSOR: Column<Costs> = ['Processor seconds', (it) => formatSpread(figuresOf(it.rounds, 'cpuSeconds'))];
export const PEAK: Column<Costs> = ['Peak memory, MB', (it) => formatMedian(figuresOf(it.rounds, 'peak'))];

/** Measures contenders in turn. The table has a row for each, with its name and the columns that `tabulate` returns. */
export async function measureSection<C extends Contender>(
  { rounds, progress }: BenchRun,
  contenders: readonly C[],
  tabulate: (measured: Measured<C>[]) => { title: string; columns: readonly Column<Measured<C>>[]; notes?: string[] },
): Promise<Section> {
  const { measured, failures } = await measureInTurn(contenders, rounds, progress);
  const { title, columns, notes = [] } = tabulate(measured);
  return {
    title,
    head: ['', ...columns.map(([head]) => head)],
    rows: measured.map((it, at) => [it.name, ...columns.map(([, cellOf]) => cellOf(it, at))]),
    notes: [...notes, ...failures],
    measured,
  };
}

/** Describes the machine on which the benchmark runs. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const { platform, arch, version } = process;
  return `${cpus().length} × ${first?.model ?? 'unknown processor'}, ${memory} GiB of memory, ${platform}-${arch}, Node ${version}`;
}

/** Formats a section as Markdown. */
export function formatSection({ title, head, rows, notes }: Section): string {
  const table = [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  const lines = notes.map((note) => `- ${note}`);
  return `${[`### ${title}`, '', ...table, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n')}\n`;
}

/** Formats a number of rows, such as `1,000,000 rows`. */
export function formatRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`;
}

/** Shown in place of a missing figure. */
export const NOTHING = '–';

/** Formats the median of values from one or more rounds. Returns a dash if any value is NaN. */
export function formatMedian(values: readonly number[]): string {
  return values.some(Number.isNaN) ? NOTHING : formatNumber(median(values as number[]));
}

/** Formats the median and range, such as `1.83 (1.79–1.90)`. Omits a range whose ends look the same. Returns a dash if any value is NaN. */
export function formatSpread(values: readonly number[]): string {
  const [lowest, highest] = [min, max].map((of) => formatNumber(of(values as number[])));
  const middle = formatMedian(values);
  return lowest === highest || middle === NOTHING ? middle : `${middle} (${lowest}–${highest})`;
}

/**
 * Formats the median and range of `of` ÷ `to`, which both have one value per round. The values are divided round by round, since a slow
 * phase of the machine is likely to affect both.
 */
export function formatRatio(of: readonly number[], to: readonly number[]): string {
  return formatSpread(of.map((value, round) => value / (to[round] as number)));
}

/** Subtracts `to` from `of`, round by round. Both have one value per round. */
export function differences(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, round) => value - (to[round] as number));
}

/** Formats a number with at least three significant digits: `0.0312`, `1.83`, `12.3`, `41,200`; zero as `0`. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : value.toPrecision(3);
}
