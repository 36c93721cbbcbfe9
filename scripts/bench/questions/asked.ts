/* The questions that are compared. Each program answers them in its own way, in a browser. */

/** How often a program is asked: first, with the same question again, and with another one about the same columns. */
export type Turn = 'first' | 'again' | 'other';

/** Records of one country by value, largest first, and the number of all that match. */
export interface TopRows {
  kind: 'rows';
  country: string;
  limit: number;
}

/** How often each value of these columns occurs since a year. */
export interface Counts {
  kind: 'counts';
  columns: readonly string[];
  since: number;
}

/** Mean of `value`, and number of records, by country and year, since a year. */
export interface Means {
  kind: 'means';
  since: number;
}

export type Asked = TopRows | Counts | Means;

/** An answer, in the order in which the program gives it. */
export interface Answered {
  matched: number;
  /** Records, values with their counts, or groups with their measures. */
  rows: readonly (readonly (string | number | null)[])[];
}

/** Opens the Parquet file of a dataset and returns a function that answers questions about it. `base` is the URL of a host. */
export type Opens = (base: string, config: string) => Promise<(asked: Asked) => Promise<Answered>>;

const COLUMNS = ['country', 'metric', 'month'];

/** For each kind of question, what is asked at first, and then about the same columns. */
export const QUESTIONS: readonly { name: string; first: Asked; other: Asked }[] = [
  {
    name: 'ten records of a country with the largest values',
    first: { kind: 'rows', country: 'Chile', limit: 10 },
    other: { kind: 'rows', country: 'Brazil', limit: 10 },
  },
  {
    name: 'values of three columns with their counts, since 2000',
    first: { kind: 'counts', columns: COLUMNS, since: 2000 },
    other: { kind: 'counts', columns: COLUMNS, since: 1980 },
  },
  {
    name: 'mean by country and year',
    first: { kind: 'means', since: 0 },
    other: { kind: 'means', since: 2000 },
  },
];
