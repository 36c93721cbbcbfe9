/* Limits on the input, on workbooks, and on what a chart shows. */

/** Maximum value of the setting `maxColumns`. Every column costs memory and time, even if there are few rows. */
export const MAX_COLUMN_COUNT = 1_000_000;

/** Maximum length of a column name, in UTF-16 code units. Every record repeats the name. */
export const MAX_COLUMN_NAME = 100_000;

/** Maximum number of records in a workbook. Excel allows 1,048,576 rows, but long sheets open slowly and use a lot of memory. */
export const MAX_WORKBOOK_RECORDS = 100_000;

/** Maximum number of numeric columns, and of series, that a chart shows at the same time. */
export const MAX_SERIES = 4;

/** Maximum number of records for a chart. If there are more, the chart is made from the profile alone. */
export const MAX_CHART_RECORDS = 200_000;

/** Maximum number of labels for the values of a column. Its page repeats them. */
export const MAX_LABELS = 1000;

/** Maximum length of a dataset's name and of its source, in UTF-16 code units. Pages repeat them. */
export const MAX_TITLE = 10_000;
