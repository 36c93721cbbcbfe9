import { quoteText } from '../problems/quote-text.ts';
import { type Finding, percent, plain } from './finding.ts';
import { FEW_MATCHED, type MatchedRecords } from './records.ts';

/** The values of a column in matched records, null or not. */
type Cells = readonly (readonly [was: unknown, is: unknown])[];

/** What may have happened to a column: the end of a sentence about it; null if it has not. `others` has the last values of other columns. */
type Explanation = (cells: Cells, others: ReadonlyMap<string, readonly unknown[]>) => string | null;

/** In order: the first that holds is reported. */
const EXPLANATIONS: readonly Explanation[] = [
  fromAnotherColumn,
  fromOtherRecords,
  relabelled,
  inAnotherUnit,
  partlyInAnotherUnit,
  roundedOff,
  cutOff,
  withLettersLost,
  filledIn,
];

/**
 * Explains columns whose values in matched records are not those of the last edition, if a mistake explains them: values of another column
 * or of other records, exchanged labels, another unit, lost digits, letters or ends, or one number in place of nulls. `isSameAltogether`
 * says of a column whether all of its values, whatever their records, are as before, and `isNumbered` whether records are identified by
 * their number alone.
 */
export function judgeCells(
  matched: MatchedRecords,
  columns: readonly string[],
  isSameAltogether: (column: string) => boolean,
  isNumbered: boolean,
): Finding[] {
  if (matched.length < FEW_MATCHED) return [];
  const last = new Map(columns.map((name) => [name, matched.map(([was]) => was[name])]));
  // If records that differ are others as a whole, as in a list by rank, their key does not say which things they are about.
  const changes = matched.map(([was, is]) => columns.filter((name) => was[name] !== is[name]).length);
  const [some, most] = [0, columns.length / 2].map((few) => changes.filter((count) => count > few).length);
  if (isNumbered && (most as number) * 2 > (some as number)) return [];
  return columns.flatMap((name): Finding[] => {
    const cells = matched.map(([was, is]) => [was[name], is[name]] as const);
    const changed = changedOf(cells);
    if (changed.length === 0) return [];
    const others = new Map([...last].filter(([other]) => other !== name));
    const isMoved = changed.length > cells.length * MOVED_SHARE && isSameAltogether(name);
    let reason: string | null = null;
    for (const explain of EXPLANATIONS) reason ??= explain(cells, others);
    reason ??= isMoved ? FROM_OTHER_RECORDS : null;
    return reason === null
      ? []
      : [{ code: 'edition-numbers', message: `the values of ${quoteText(name)} ${reason}`, bound: 'numbers' }];
  });
}

function changedOf(cells: Cells): Cells {
  return cells.filter(([was, is]) => was !== is);
}

/** Number of records of a change to count as one kind of mistake. */
const FEW_CHANGED = 5;
/** Share of the records that a mistake of one kind explains. */
const MOST = 0.8;

/** Whether a condition holds for most of the given cells, and for enough of them. */
function holdsForMost(cells: Cells, isSo: (was: unknown, is: unknown) => boolean, few = FEW_CHANGED): boolean {
  return cells.length >= few && cells.filter(([was, is]) => isSo(was, is)).length >= cells.length * MOST;
}

/** Whether the values are now those that another column had in the same records. */
function fromAnotherColumn(cells: Cells, others: ReadonlyMap<string, readonly unknown[]>): string | null {
  for (const [name, values] of others) {
    const pairs = cells.map(([was, is], index) => [values[index], is, was] as const);
    const apart = pairs.filter(([other, , was]) => other !== was && other !== null);
    const same = apart.filter(([other, is]) => other === is);
    const kinds = new Set(same.map(([other]) => other));
    if (apart.length >= FEW_MATCHED && same.length >= apart.length * MOST && kinds.size >= FEW_CHANGED) {
      return `are those that ${quoteText(name)} had in the last edition`;
    }
  }
  return null;
}

const FROM_OTHER_RECORDS =
  'are the same altogether, but stand in other records: the column was sorted or pasted without the others';
/** Share of records in which the value of a column that was moved is another. */
const MOVED_SHARE = 0.2;
/** Share of the values that a column keeps if it is moved by a few records. */
const SAME_SHARE = 0.95;

/** Whether the values are those of other records, as of a column that was sorted alone or moved by a row. */
function fromOtherRecords(cells: Cells): string | null {
  const changed = changedOf(cells);
  if (changed.length < FEW_MATCHED || changed.length < cells.length * MOVED_SHARE) return null;
  const left = new Map<unknown, number>();
  for (const [was] of changed) left.set(was, (left.get(was) ?? 0) + 1);
  let shared = 0;
  for (const [, is] of changed) {
    const count = left.get(is) ?? 0;
    if (count === 0) continue;
    left.set(is, count - 1);
    shared += 1;
  }
  // Of few different values, the same ones return whatever happens.
  const isVaried = new Set(changed.map(([was]) => was)).size >= FEW_MATCHED;
  return isVaried && shared >= changed.length * SAME_SHARE ? FROM_OTHER_RECORDS : null;
}

/** Whether the same few values stand for each other, as of answers whose order was turned. */
function relabelled(cells: Cells): string | null {
  const to = new Map<unknown, unknown>();
  for (const [was, is] of cells) {
    if (was === null && is === null) continue;
    if (was === null || is === null || (to.has(was) && to.get(was) !== is)) return null;
    to.set(was, is);
  }
  const exchanged = [...to].filter(([was, is]) => was !== is);
  const isClosed = exchanged.length >= 2 && exchanged.every(([, is]) => to.has(is));
  const isRepeated = changedOf(cells).length >= exchanged.length * 2 && changedOf(cells).length >= FEW_CHANGED;
  const [first] = exchanged;
  if (!isClosed || !isRepeated || !first || new Set(to.values()).size !== to.size) return null;
  return `are exchanged: ${JSON.stringify(first[0])} is now ${JSON.stringify(first[1])}, in all records`;
}

function numbersOf(cells: Cells): [number, number][] {
  return cells.filter((it): it is [number, number] => it.every((value) => typeof value === 'number'));
}

/** A factor nearer to one than this is growth. */
const LEAST_FACTOR = 1.15;
/** Largest deviation, as a share of the range of the values, of numbers that were converted and rounded. */
const ROUNDING = 0.002;

/** Degrees Fahrenheit in a degree Celsius. */
const FAHRENHEIT = 1.8;

/** Whether all numbers were multiplied, and perhaps moved, by the same amount, as by another unit. */
function inAnotherUnit(cells: Cells): string | null {
  const pairs = numbersOf(cells);
  const sorted = pairs.toSorted(([a], [b]) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (!low || !high || low[0] === high[0]) return null;
  // A single cell that was corrected may be the highest one.
  if (changedOf(pairs).length < Math.max(FEW_MATCHED, pairs.length * MOST)) return null;
  const factor = (high[1] - low[1]) / (high[0] - low[0]);
  const start = low[1] - factor * low[0];
  const isTurned = Math.abs(factor + 1) < ROUNDING;
  if (factor === 0 || (!isTurned && Math.max(factor, 1 / factor) < LEAST_FACTOR)) return null;
  const most = ROUNDING * Math.abs(high[1] - low[1]);
  // Of units, only degrees of temperature start elsewhere.
  const isDegree = Math.abs(Math.max(factor, 1 / factor) - FAHRENHEIT) < ROUNDING;
  if (Math.abs(start) > most && !isTurned && !isDegree) return null;
  const isLine = holdsForMost(
    pairs,
    (was, is) => Math.abs(factor * Number(was) + start - Number(is)) <= most,
    FEW_MATCHED,
  );
  if (!isLine || new Set(pairs.map(([was]) => was)).size < FEW_CHANGED) return null;
  return isTurned
    ? 'have the opposite sign in the same records'
    : `are ${plain(factor, 3)} times those of the last edition in the same records, as in another unit`;
}

/** Whether some numbers were multiplied by a power of ten that is at least a hundred, or by its inverse. */
function partlyInAnotherUnit(cells: Cells): string | null {
  const powers = numbersOf(changedOf(cells)).flatMap(([was, is]) => {
    if (was * is === 0) return [];
    const power = Math.round(Math.log10(Math.abs(is / was)));
    const isExact = Math.abs(was * 10 ** power - is) <= Math.abs(is) * 1e-9;
    return isExact && Math.abs(power) >= 2 ? [power] : [];
  });
  const [power] = powers;
  if (power === undefined || powers.length < FEW_CHANGED || powers.some((it) => it !== power)) return null;
  return `are ${10 ** power} times those of the last edition in ${percent(powers.length / cells.length)} of the same records`;
}

/** Most digits of numbers that were rounded for display. */
const FEW_DIGITS = 3;

/** Whether numbers were rounded to few digits. */
function roundedOff(cells: Cells): string | null {
  const changed = numbersOf(changedOf(cells));
  if (changed.length < Math.max(FEW_MATCHED, cells.length / 2)) return null;
  const isRounded = (was: unknown, is: unknown): boolean =>
    [1, 2, FEW_DIGITS].some((digits) => Number(Number(was).toPrecision(digits)) === is);
  return holdsForMost(changed, isRounded) ? `are rounded to at most ${FEW_DIGITS} digits in the same records` : null;
}

function textsOf(cells: Cells): [string, string][] {
  return cells.filter((it): it is [string, string] => it.every((value) => typeof value === 'string'));
}

/** Whether texts were cut off at one length. */
function cutOff(cells: Cells): string | null {
  const texts = textsOf(changedOf(cells));
  const isCut = (was: unknown, is: unknown): boolean =>
    String(is) !== '' && String(was).startsWith(String(is).trimEnd());
  const lengths = new Set(texts.map(([, is]) => is.length));
  return holdsForMost(texts, isCut) && lengths.size <= 2
    ? `are cut off after ${Math.max(...lengths)} characters in the same records`
    : null;
}

/** Whether letters outside ASCII were replaced with question marks. */
function withLettersLost(cells: Cells): string | null {
  const texts = textsOf(changedOf(cells));
  const isLost = (was: unknown, is: unknown): boolean => hasLostLetters(String(was), String(is));
  return texts.length > 0 && texts.some(([was]) => /\P{ASCII}/u.test(was)) && holdsForMost(texts, isLost, 1)
    ? 'have question marks in place of letters in the same records'
    : null;
}

/** Whether a text is another one with question marks, or the mark of undecodable bytes, in place of letters outside ASCII. */
export function hasLostLetters(was: string, is: string): boolean {
  return was !== is && (was.replace(/\P{ASCII}/gu, '?') === is || is.includes('\uFFFD'));
}

/** Whether nulls have become one number, such as 0 or -999. */
function filledIn(cells: Cells): string | null {
  const filled = cells.filter(([was, is]) => was === null && typeof is === 'number');
  const value = filled[0]?.[1];
  const isRare = cells.filter(([was]) => was === value).length < filled.length;
  return isRare && holdsForMost(filled, (_, is) => is === value, FEW_MATCHED)
    ? `are ${value} in ${filled.length} of the same records, where the last edition has nulls`
    : null;
}
