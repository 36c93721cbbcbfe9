import { cpus, totalmem } from 'node:os';
import { max, median, min } from 'simple-statistics';

/** The sizes to choose from, in rows. */
export const SIZES = { S: 10_000, M: 100_000, L: 1_000_000, XL: 5_000_000 } as const;

/** The parameters of every part of the benchmarks. */
export interface BenchRun {
  size: keyof typeof SIZES;
  /** How many times each contender is measured, in turn with the others. */
  rounds: number;
  /** Folder for inputs and outputs, which does not exist yet. */
  work: string;
  /** Reports what is being done, one line at a time. */
  progress: (line: string) => void;
}

/** The results of one part of the benchmarks. */
export interface Section {
  title: string;
  /** Titles of the columns. */
  head: readonly string[];
  /** A row for each thing measured. */
  rows: readonly (readonly string[])[];
  /** How to read the figures, and what was not measured and why. */
  notes: readonly string[];
  /** The data behind the rows, for programs. */
  measured: readonly unknown[];
}

/** The machine of the measurements. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const { platform, arch, version } = process;
  return `${cpus().length} × ${first?.model ?? 'unknown processor'}, ${memory} GiB of memory, ${platform}-${arch}, Node ${version}`;
}

/** A section in Markdown. */
export function formatSection({ title, head, rows, notes }: Section): string {
  const table = [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  const lines = notes.map((note) => `- ${note}`);
  return `${[`### ${title}`, '', ...table, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n')}\n`;
}

/** `1,000,000 rows`. */
export function formatRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`;
}

/** Shown if nothing was measured. */
export const NOTHING = '–';

/** The median of the values of one or more rounds; a dash if one is NaN. */
export function formatMedian(values: readonly number[]): string {
  return values.some(Number.isNaN) ? NOTHING : formatNumber(median(values as number[]));
}

/** The median with the minimum and the maximum: `1.83 (1.79–1.90)`; alone if these round to the same number. */
export function formatSpread(values: readonly number[]): string {
  const [least, most] = [min, max].map((of) => formatNumber(of(values as number[])));
  const middle = formatMedian(values);
  return least === most || middle === NOTHING ? middle : `${middle} (${least}–${most})`;
}

/**
 * The spread of `of` ÷ `to`, each with one value per round. Divides within each round, since a slow phase of the machine slows
 * both.
 */
export function formatRatio(of: readonly number[], to: readonly number[]): string {
  return formatSpread(of.map((value, round) => value / (to[round] as number)));
}

/** The differences of two series, each with one value per round. */
export function differences(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, round) => value - (to[round] as number));
}

/** A number with at least three significant digits: `0.0312`, `1.83`, `12.3`, `41,200`. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : value.toPrecision(3);
}
