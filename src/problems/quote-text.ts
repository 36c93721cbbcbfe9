/** Maximum length of a quoted text, in UTF-16 code units. */
export const MAX_SHOWN = 60;

/**
 * A text from a file as messages quote it: its beginning, as a JSON string in which all that cannot be seen is escaped. A longer text ends
 * with an ellipsis.
 */
export function quoteText(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return visible(JSON.stringify(shown.toWellFormed()));
}

/** Blanks other than the plain one, and characters that cannot be seen. */
const INVISIBLE = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu;

/** Escapes what cannot be seen in JSON, so that people can read it and copy it from a terminal unchanged. */
export function visible(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
