import { cpus, totalmem } from 'node:os';
import { formatNumber } from './ratios.ts';

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
  figures: Readonly<Record<string, unknown>>;
}

/** The machine that the figures come from. */
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

/** Shown where nothing was measured. */
export const NOTHING = '–';

/** Formats a figure; null means that it was not measured. */
export function formatFigure(value: number | null): string {
  return value === null ? NOTHING : formatNumber(value);
}
