/* String literals in several languages. Each function accepts any string without lone surrogates. */

/** Control characters, and characters that are line breaks in some languages. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/gu;

const hexOf = (character: string): string => (character.codePointAt(0) as number).toString(16).padStart(4, '0');

/**
 * A string literal that is valid in JavaScript (like all JSON strings since ECMAScript 2019), Python (The Python Language Reference, 2.4.1)
 * and R (see `?Quotes`; strings in R cannot contain NUL). All control characters are escaped.
 */
export function scriptText(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (it) => `\\u${hexOf(it)}`);
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text literal in Power Query M (Power Query M language specification, "Character escape sequences"). */
export function mText(text: string): string {
  const escaped = text
    .replaceAll('#(', '#(#)(')
    .replaceAll('"', '""')
    .replace(UNPRINTABLE, (it) => `#(${hexOf(it)})`);
  return `"${escaped}"`;
}

export function sheetsText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A word in a POSIX shell (POSIX.1-2024, 2.2.3). Uses double quotes, the only ones that cmd on Windows supports. */
export function shellText(text: string): string {
  return `"${text.replace(/["$`\\]/g, '\\$&')}"`;
}
