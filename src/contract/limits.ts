/* Bounds that keep an input from costing more memory or time than its use is worth. */

/** Maximum columns of a file that a setting may allow. Each column costs memory and time, however few rows there are. */
export const MAX_COLUMN_COUNT = 1_000_000;

/** Maximum length of a column's name, in UTF-16 code units: every record repeats it. */
export const MAX_COLUMN_NAME = 100_000;

/** Maximum columns of numbers, and maximum series, that a chart shows at once. */
export const MAX_SERIES = 4;

/** Maximum length of a dataset's name and of its source, in UTF-16 code units: every page repeats them. */
export const MAX_TITLE = 10_000;
