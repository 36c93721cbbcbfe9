import levenshtein from 'js-levenshtein';

/** Names longer than this are no names that people type; comparing two takes time in proportion to both. */
const LONGEST_NAME = 200;

/** ` (did you mean "…"?)` with the candidate nearest to a mistyped name, or nothing when none is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  if (name.length > LONGEST_NAME) return '';
  const near = [...candidates]
    .filter(
      (candidate) =>
        candidate.length <= LONGEST_NAME && Math.abs(candidate.length - name.length) <= farthest(candidate),
    )
    .map((candidate) => ({ candidate, distance: levenshtein(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= farthest(candidate))
    .sort((a, b) => a.distance - b.distance || sharedStart(name, b.candidate) - sharedStart(name, a.candidate))[0];
  return near ? ` (did you mean "${near.candidate}"?)` : '';
}

/** Most letters in which a name may differ from another that is meant. */
function farthest(candidate: string): number {
  return Math.max(2, Math.floor(candidate.length / 3));
}

/** Number of characters in which two names begin alike. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
