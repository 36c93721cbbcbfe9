/* Strings as literals of languages. Each function takes any string without lone surrogates, and returns one line. */

/** Control characters, and characters that end lines in some languages. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/gu;

const hexOf = (character: string): string => (character.codePointAt(0) as number).toString(16).padStart(4, '0');

/**
 * A literal that JavaScript, Python (The Python Language Reference, 2.4.1) and R (`?Quotes` in R, where no string has a NUL)
 * read alike. Those of JSON are literals of JavaScript (ECMAScript 2019); these also escape all control characters.
 */
export function scriptText(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (it) => `\\u${hexOf(it)}`);
}

/** A SQL string. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text literal of Power Query's language M (Power Query M language specification, "Character escape sequences"). */
export function mText(text: string): string {
  const escaped = text
    .replaceAll('#(', '#(#)(')
    .replaceAll('"', '""')
    .replace(UNPRINTABLE, (it) => `#(${hexOf(it)})`);
  return `"${escaped}"`;
}

/** A string in a formula of Google Sheets. */
export function sheetsText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A word of a POSIX shell (POSIX.1-2024, 2.2.3). Double quotes are the only ones that cmd knows on Windows. */
export function shellText(text: string): string {
  return `"${text.replace(/["$`\\]/g, '\\$&')}"`;
}
