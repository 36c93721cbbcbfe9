import levenshtein from 'js-levenshtein';

/** In UTF-16 code units. Nobody types longer names, and comparing two takes time in proportion to the product of their lengths. */
const LONGEST_NAME = 200;

/**
 * Returns ` (did you mean "…"?)` with the candidate nearest to a mistyped name, or an empty text if none is near. This corrects what
 * a publisher typed, whereas suggestions/suggest.ts ranks published names for readers by rules that the API documents: they share only
 * the edit distance (Levenshtein).
 */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  if (name.length > LONGEST_NAME) return '';
  const near = [...candidates]
    .filter(
      (candidate) =>
        candidate.length <= LONGEST_NAME && Math.abs(candidate.length - name.length) <= mostEdits(candidate),
    )
    .map((candidate) => ({ candidate, distance: levenshtein(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= mostEdits(candidate))
    .sort((a, b) => a.distance - b.distance || sharedStart(name, b.candidate) - sharedStart(name, a.candidate))[0];
  return near ? ` (did you mean "${near.candidate}"?)` : '';
}

/** Most edits after which a mistyped name still suggests a candidate. */
function mostEdits(candidate: string): number {
  return Math.max(2, Math.floor(candidate.length / 3));
}

/** Length of the beginning that two names share. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
