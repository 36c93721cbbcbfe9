/** How texts are written in the XML of a workbook. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * What XML cannot hold or readers change: control characters apart from tab and line feed, U+FFFE, U+FFFF, and surrogates without their
 * other half. An underscore is escaped too if it begins what looks like an escape, whatever follows its digits: that may be an escape
 * itself.
 */
const ESCAPED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are escaped.
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9A-Fa-f]{4})/g;

/** Text in the form of ECMA-376 Part 1, 22.9.2.19 (ST_Xstring), as the content of an element. */
export function xmlText(text: string): string {
  return text
    .replace(ESCAPED, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (character) => ENTITIES[character] as string);
}
