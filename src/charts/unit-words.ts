/* Words in units, which the scripts of pages need without the words in names of columns. */

/**
 * Multipliers at the start of a unit, with their factors. `miles` means thousands only in Spanish, before `de`. Words that differ in
 * meaning between languages are left out: a billion is 10⁹ in English but 10¹² in French, German and Spanish.
 */
export const MULTIPLIERS: readonly (readonly [string, number])[] = [
  ['mrd\\.?|milliarden?|milliards?|miles de millones(?= de )', 1e9],
  ['thousands?|tausend|milliers?|miles(?= de )', 1e3],
  ['millions?|mio\\.?|millionen|millones|millón', 1e6],
];
/** Words that may stand between a multiplier and its noun, and words that show that no noun follows. */
export const OF = "of |de |d['’]";
export const NO_NOUNS = 'per|pro|par|por|to|and|or';
