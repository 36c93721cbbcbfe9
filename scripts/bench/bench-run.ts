/** The sizes to choose from, in rows. */
export const SIZES = { S: 10_000, M: 100_000, L: 1_000_000, XL: 5_000_000 } as const;

export type Size = keyof typeof SIZES;

/** What every part of the benchmarks is given. */
export interface BenchRun {
  size: Size;
  /** How many times each contender is measured, in turn with the others. */
  rounds: number;
  /** Folder for inputs and outputs, which does not exist yet. */
  work: string;
  /** Reports what is being done, one line at a time. */
  progress: (line: string) => void;
}

/** `1,000,000 rows`. */
export function formatRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`;
}
