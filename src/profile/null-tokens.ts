/**
 * Spellings of null that publishers use, exactly as listed. They are null only in a column whose other values are all numbers: in a
 * column of texts, `NA` is Namibia. None is a number, such as -9999: only the description of a column can say that a number is null.
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

/** The null tokens that are words: a letter comes first. */
const WORDS = [...NULL_TOKENS].filter((token) => /^[a-z]/i.test(token));

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const NULL_MARK = new RegExp(
  `^(?:[^\\p{L}\\p{N}]+|#.*|n\\.?[akdv]\\.?|n/d|${WORDS.map(escapeRegExp).join('|')})$`,
  'iu',
);

/**
 * Whether a text is probably a spelling of null: signs without letters and digits, an error of a spreadsheet (`#REF!`), an
 * abbreviation such as `n.d.`, or a null token that is a word, in upper or lower case. More texts pass here than are null tokens,
 * since the answer only leads to a hint, whereas a null token changes the published data.
 */
export function looksLikeNull(text: string): boolean {
  return NULL_MARK.test(text);
}
