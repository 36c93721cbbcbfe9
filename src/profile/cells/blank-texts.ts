/** Invisible characters: Unicode whitespace, directional marks, joiners and fillers. */
const INVISIBLE = '\\s\\u180E\\u200B-\\u200F\\u2060\\u2800\\u3164';

const BLANK = new RegExp(`^[${INVISIBLE}]+$`);
const OUTER_BLANKS = new RegExp(`^[${INVISIBLE}]+|(?<![${INVISIBLE}])[${INVISIBLE}]+$`, 'g');

/** Whether a string is non-empty and consists of invisible characters. */
export function isBlankText(text: string): boolean {
  return BLANK.test(text);
}

/** Whether a string starts or ends with an invisible character. */
export function hasOuterBlanks(text: string): boolean {
  return BLANK.test(text.charAt(0)) || BLANK.test(text.charAt(text.length - 1));
}

/** Removes invisible characters from both ends of a string. */
export function withoutOuterBlanks(text: string): string {
  return text.replace(OUTER_BLANKS, '');
}
