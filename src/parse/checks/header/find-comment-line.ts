import { shapeOf } from '../../../contract/value-shapes.ts';
import { COMMENT_MARKS } from '../../records/dialect.ts';
import { isEmptyRow } from '../../records/row-predicates.ts';
import { areNames } from './judge-first-row.ts';

/** Fewest words of a comment that no name has. */
const ENOUGH_WORDS = 3;

type Row = readonly string[];

/**
 * Number of rows above the header if the first is a comment that happens to have as many cells as the table, such as
 * `# made on Monday, by hand`; else null. A name may begin with the same marks: `#`, `# of people`, `% of total`, `#CHROM`. It is above numbers, or is a single word.
 */
export function heightOfComments(rows: readonly Row[]): number | null {
  const [[first = '', ...others] = [], ...records] = rows;
  const mark = COMMENT_MARKS.find((it) => first.startsWith(it));
  if (mark === undefined) return null;
  const words = first.replace(/^[#%/]+/, '').match(/\S+/g) ?? [];
  const height = rows.findIndex((row) => !isEmptyRow(row) && !row[0]?.startsWith(mark));
  const [next = [], ...below] = rows.slice(height);
  if (height < 0 || words.length < 2 || below.some((row) => row[0]?.startsWith(mark))) return null;
  return (next.length > 1 && areNames(next, below)) || isProse(words, others, records) ? height : null;
}

/** Words after `#` or `%` with which a name begins: `# of people`. */
const BEGINS_NAME = /^(?:of|in|per|de|der|des|du|van)$/i;

/** Whether a first row reads as a sentence: of several words, or with a blank after each comma, which the records do not have. */
function isProse(words: readonly string[], others: Row, records: readonly Row[]): boolean {
  const hasBlanks = (row: Row): boolean => row.length > 0 && row.every((cell) => cell.startsWith(' '));
  const areAlone = hasBlanks(others) && !records.some((row) => hasBlanks(row.slice(1)));
  const isLong = words.length >= ENOUGH_WORDS;
  const isAboveValues = records.every((row) => shapeOf((row[0] as string).trim()) !== null);
  return isAboveValues ? areAlone && isLong && !BEGINS_NAME.test(words[0] as string) : areAlone || isLong;
}
