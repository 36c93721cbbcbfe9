import { createRequire } from 'node:module';

/** Maximum length of a pattern, in UTF-16 code units. The matcher itself allows a part to be repeated a thousand times. */
const MAX_LENGTH = 1000;

const ATOM = String.raw`(?:[^\\.()[\]{}*+?|^$]|\\[dw.]|\[[^\\[\]]+\])`;
const FIXED = `(?:${ATOM}(?:\\{\\d+\\})?)*`;
/** Characters and classes, of which at most one is repeated any number of times: JavaScript too matches them in linear time, and faster. */
const LINEAR = new RegExp(`^${FIXED}(?:${ATOM}(?:[*+?]|\\{\\d+,\\d*\\})${FIXED})?$`, 'u');

/**
 * Returns a function that tells whether a whole text matches a pattern, in time proportional to the length of the text: with the usual
 * matching, a stranger's pattern can take years for thirty characters. Null if the pattern is not valid, or has lookaround or references.
 */
export function patternMatcher(pattern: string): ((text: string) => boolean) | null {
  // In XML Schema, `\c` is a class, which JavaScript does not have.
  if (pattern.length > MAX_LENGTH || pattern.includes('\\c')) return null;
  try {
    // The syntax is that of JavaScript, as far as it can be matched: RE2 alone would take a mistake such as `a{2` for text.
    const whole = new RegExp(`^(?:${pattern})$`, 'u');
    if (LINEAR.test(pattern)) return (text) => whole.test(text);
    // Loaded only for other patterns, since most builds have none.
    const { RE2JS }: typeof import('re2js') = createRequire(import.meta.url)('re2js');
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return (text) => compiled.testExact(text);
  } catch {
    return null;
  }
}
