import { shapeOf } from '../../../contract/value-shapes.ts';
import type { Place, RecordBlock } from '../../../model.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import { isEmptyRow } from '../row-predicates.ts';
import { headerAfter } from './header-after.ts';
import { areNames } from './judge-first-row.ts';

/** Marks at the start of a comment line, the longest first. */
export const COMMENT_MARKS = ['//', '#', '%'] as const;

/** Fewest words of a comment that no name has. */
const ENOUGH_WORDS = 3;

/**
 * The problem to report if the first line is a comment that happens to have as many cells as the table, such as `# made on Monday, by hand`;
 * else null. A name may begin with the same marks: `#`, `# of people`, `% of total`, `#CHROM`. It is above numbers, or is a single word.
 */
export function findCommentLine(
  names: readonly string[],
  rest: RecordBlock,
  at: { file: string; place: Place },
): Problem | null {
  const first = names[0] as string;
  const others = names.slice(1);
  const mark = COMMENT_MARKS.find((it) => first.startsWith(it));
  if (mark === undefined) return null;
  const words = first.replace(/^[#%/]+/, '').match(/\S+/g) ?? [];
  const { records } = rest;
  const start = records.findIndex((row) => !isEmptyRow(row) && !row[0]?.startsWith(mark));
  const [next = [], ...below] = records.slice(start);
  if (start < 0 || words.length < 2 || below.some((row) => row[0]?.startsWith(mark))) return null;
  const isAboveNames = next.length > 1 && areNames(next, below);
  if (!isAboveNames && !isProse(words, others, records)) return null;
  return problem(
    'preamble-found',
    at,
    `the file begins with lines that look like comments: they begin with ${JSON.stringify(mark)}`,
    'Remove what is above the header.',
    headerAfter(rest.placeOf(start, 0).line - 1, next, below, { csv: { comment: mark } }),
  );
}

/** Words after `#` or `%` with which a name begins: `# of people`. */
const BEGINS_NAME = /^(?:of|in|per|de|der|des|du|van)$/i;

/** Whether a first row reads as a sentence: of several words, or with a blank after each comma, which the records do not have. */
function isProse(
  words: readonly string[],
  others: readonly string[],
  records: readonly (readonly string[])[],
): boolean {
  const hasBlanks = (row: readonly string[]): boolean => row.length > 0 && row.every((cell) => cell.startsWith(' '));
  const areAlone = hasBlanks(others) && !records.some((row) => hasBlanks(row.slice(1)));
  const isLong = words.length >= ENOUGH_WORDS;
  const isAboveValues = records.every((row) => shapeOf((row[0] as string).trim()) !== null);
  return isAboveValues ? areAlone && isLong && !BEGINS_NAME.test(words[0] as string) : areAlone || isLong;
}
