/* Bounds that keep an input from costing more memory or time than its use is worth. */

/** Maximum columns of a file that a setting may allow. Each column costs memory and time, however few rows there are. */
export const MAX_COLUMN_COUNT = 1_000_000;

/** Longest name of a column, in UTF-16 code units: every record repeats it. */
export const LONGEST_COLUMN_NAME = 100_000;

/** Most columns of numbers, and most series, that a chart shows at once. */
export const MAX_SERIES = 4;

/** Longest name and longest source of a dataset, in UTF-16 code units: every page repeats them. */
export const LONGEST_TITLE = 10_000;
