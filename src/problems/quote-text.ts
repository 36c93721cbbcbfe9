/** Maximum length of quoted text, in UTF-16 code units. */
export const MAX_SHOWN = 60;

/** Quotes text from a file for a message: as JSON with invisible characters escaped, and an ellipsis for what exceeds `MAX_SHOWN`. */
export function quoteText(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return visible(JSON.stringify(shown.toWellFormed()));
}

/** Invisible characters, and all spaces except U+0020. */
const INVISIBLE = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu;

/** Escapes invisible characters in JSON, so that people can read it and copy it from a terminal unchanged. */
export function visible(json: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(INVISIBLE, (character) => character.split('').map(escaped).join(''));
}
