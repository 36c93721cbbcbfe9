/** Rows of the sizes that can be asked for. */
export const SIZES = { S: 10_000, M: 100_000, L: 1_000_000, XL: 5_000_000 } as const;

export type Size = keyof typeof SIZES;

/** What all parts of the benchmarks are told. */
export interface BenchRun {
  size: Size;
  /** How often each thing is measured, in turn with the others. */
  rounds: number;
  /** An empty folder for inputs and outputs. */
  work: string;
  /** Told what is being done, a line at a time. */
  progress: (line: string) => void;
}

/** `1,000,000 rows`. */
export function formatRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`;
}
