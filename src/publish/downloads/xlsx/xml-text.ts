const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Characters that XML does not allow or that readers change: C0 control characters except tab and line feed, U+FFFE, U+FFFF, and unpaired
 * surrogates. Also an underscore that readers may take for the start of an escape such as `_x000D_`. It is escaped even if the text
 * contains no closing underscore, since the escape of the next character may add one.
 */
const ESCAPED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape.
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9A-Fa-f]{4})/g;

/** Escapes a string as element content of type ST_Xstring (ECMA-376 Part 1, 22.9.2.19). */
export function xmlText(text: string): string {
  return text
    .replace(ESCAPED, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (character) => ENTITIES[character] as string);
}
