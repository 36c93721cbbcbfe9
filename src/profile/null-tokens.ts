/**
 * Spellings of null in the wild. They are null only in a column whose every other value is a number: in a column of
 * texts, `NA` is Namibia.
 */
export const NULL_TOKENS: ReadonlySet<string> = new Set([
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  '#NA',
  '<NA>',
  'NULL',
  'null',
  'NaN',
  'nan',
  '-NaN',
  '-nan',
  'None',
  '-',
  '..',
  ':',
]);
