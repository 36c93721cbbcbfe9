/** Text up to the end of a sentence, at least 30 characters long. One or two letters or digits (`U.S.`, `Dr.`, `3. Mai`) do not end it. */
const FIRST_SENTENCE = /^.{30,}?(?<![\s.(](?:\p{L}{1,2}|\d{1,2}))[.!?](?=\s)/su;

/** First sentence of a description, or the whole description if it is a single sentence. */
export function firstSentence(text: string): string {
  return FIRST_SENTENCE.exec(text)?.[0] ?? text;
}

/** The rest of a description after its first sentence; may be empty. */
export function furtherSentences(text: string): string {
  return text.slice(firstSentence(text).length).trim();
}

/** Capitalises the first letter of a string, unless the second is a capital (`pH`). */
export function capitalized(text: string): string {
  return /^\p{Ll}(?!\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
