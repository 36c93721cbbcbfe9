import { cpus, totalmem } from 'node:os';
import { formatNumber } from './ratios.ts';

/** What one part of the benchmarks found. */
export interface Section {
  title: string;
  /** Titles of the columns, and below them a row for each thing measured. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** What to know about the figures, and what was not measured and why. */
  notes: readonly string[];
  /** The figures that the rows are made of, for programs. */
  figures: Readonly<Record<string, unknown>>;
}

/** Where the figures are from. */
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

/** What stands where nothing was measured. */
export const NOTHING = '–';

/** A figure, or that it was not measured. */
export function formatFigure(value: number | null): string {
  return value === null ? NOTHING : formatNumber(value);
}
