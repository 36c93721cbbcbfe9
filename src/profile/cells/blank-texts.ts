/** Characters that show nothing: the blanks of Unicode, marks of writing direction, joiners, and empty letters. */
const INVISIBLE = '\\s\\u180E\\u200B-\\u200F\\u2060\\u2800\\u3164';

const BLANK = new RegExp(`^[${INVISIBLE}]+$`);
const OUTER_BLANKS = new RegExp(`^[${INVISIBLE}]+|(?<![${INVISIBLE}])[${INVISIBLE}]+$`, 'g');
const FIRST_OR_LAST = new RegExp(`^[${INVISIBLE}]|[${INVISIBLE}]$`);

/** Whether a string has characters, but no visible ones. */
export function isBlankText(text: string): boolean {
  return BLANK.test(text);
}

/** Whether a string begins or ends with an invisible character. */
export function hasOuterBlanks(text: string): boolean {
  return FIRST_OR_LAST.test(text);
}

/** Removes the blanks around a string, those beyond ASCII included. */
export function withoutOuterBlanks(text: string): string {
  return text.replace(OUTER_BLANKS, '');
}
