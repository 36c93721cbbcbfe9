/** Maximum length of a text that a table shows in full, in characters. */
const MAX_TEXT_LENGTH = 160;

/** A text as a table shows it: a long one is cut, between characters. */
export function shorten(text: string): string {
  const characters = [...text];
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('').trimEnd()}…` : text;
}

/** A sentence has at least 30 characters, and does not end in an abbreviation of one or two letters, such as `U.S.` or `Dr.`. */
const FIRST_SENTENCE = /^.{30,}?(?<![\s.(]\p{L}{1,2})[.!?](?=\s)/su;

/** First sentence of a description, or all of it if no sentence ends within it. */
export function firstSentence(text: string): string {
  return FIRST_SENTENCE.exec(text)?.[0] ?? text;
}

/** What follows the first sentence of a description; empty if nothing does. */
export function furtherSentences(text: string): string {
  return text.slice(firstSentence(text).length).trim();
}
