import { readKept } from '../../kernel/kept-bytes.ts';
import type { ColumnProfile } from '../../model.ts';
import type { DecimalSnapshot } from '../numbers/decimal-column.ts';
import { boundsOf, unpacked } from '../numbers/packed-numbers.ts';
import type { TextDistribution } from './count-texts.ts';

/** A column that may be part of a key, with the values of all records. */
export interface KeyColumn {
  profile: ColumnProfile;
  /** The numbers, or the strings as indexes; null if the column's values are not available in either form. */
  values: DecimalSnapshot | TextDistribution['ids'];
}

const MAX_COLUMNS = 12;
/** Maximum length of an identifying string, in characters. Longer strings are taken to be descriptions, which may all differ by chance. */
const MAX_NAME = 64;
/** Maximum number of possible value combinations in a set of columns; each takes one bit. */
const MAX_COMBINATIONS = 1 << 27;
/** A search gives up once the records it has read add up to this many passes over the table. */
const MAX_READINGS = 4;

/**
 * Names of one to three columns whose values, taken together, differ in every record. Sets without measures or long strings are preferred,
 * then smaller sets, then those whose columns come first. Null if no key is found, though the table may still have one.
 */
export function findKey(columns: readonly KeyColumn[], rowCount: number): string[] | null {
  const filled = columns.filter(({ profile: { type, nullCount } }) => nullCount === 0 && type !== 'float64');
  const names = filled.filter(({ profile }) => isName(profile));
  const found = uniqueOne(names) ?? uniqueSet(names, rowCount) ?? uniqueOne(filled);
  return found ?? (names.length < filled.length ? uniqueSet(filled, rowCount) : null);
}

/** Whether the values of a column can identify a record, as opposed to measuring or describing something. */
function isName({ distribution: { isMeasure, lengths } }: ColumnProfile): boolean {
  return !isMeasure && (lengths?.max ?? 0) <= MAX_NAME;
}

function uniqueOne(columns: readonly KeyColumn[]): string[] | null {
  const single = columns.find(({ profile }) => profile.distribution.isUnique);
  return single ? [single.profile.name] : null;
}

function uniqueSet(filled: readonly KeyColumn[], rowCount: number): string[] | null {
  const candidates = filled.flatMap((column) => indexedBy(column, rowCount) ?? []).slice(0, MAX_COLUMNS);
  const withLater = (set: readonly IndexedColumn[]): IndexedColumn[][] =>
    candidates.slice(candidates.indexOf(set.at(-1) as IndexedColumn) + 1).map((it) => [...set, it]);
  const pairs = candidates.flatMap((it) => withLater([it]));
  let left = MAX_READINGS * rowCount;
  for (const set of [...pairs, ...pairs.flatMap(withLater)]) {
    const size = set.reduce((product, it) => product * it.size, 1);
    const distinct = set.reduce((product, it) => product * it.distinct, 1);
    if (distinct < rowCount || size > MAX_COMBINATIONS) continue;
    const read = readUntilRepeat(set, size, rowCount);
    if (read === rowCount) return set.map(({ name }) => name);
    left -= read;
    if (left <= 0) return null;
  }
  return null;
}

/** A column whose values are encoded as integers. `size` is the number of integers from the lowest, `low`, to the highest. */
type IndexedColumn = NonNullable<ReturnType<typeof indexedBy>>;

/** Encodes a column's values as integers; null if they are unknown, too many, too far apart or all the same. */
function indexedBy({ profile: { name, distribution }, values }: KeyColumn, rowCount: number) {
  const { isExact, count: distinct } = distribution.distinct;
  if (!values || !isExact || distinct < 2) return null;
  const areNumbers = 'chunks' in values;
  const { low, high } = areNumbers ? boundsOf(values) : { low: 0, high: distinct - 1 };
  const size = high - low + 1;
  const bytes = areNumbers ? 0 : values.reduce((sum, { indexes }) => sum + indexes.length, 0);
  const count = areNumbers ? values.count : bytes / Uint16Array.BYTES_PER_ELEMENT;
  if (count !== rowCount || size > MAX_COMBINATIONS) return null;
  return { name, distinct, low, size, parts: () => integersIn(values) };
}

type IntegerPart = Float64Array | Uint16Array;

/** The integers of all records, in parts. */
function* integersIn(values: NonNullable<KeyColumn['values']>): Generator<IntegerPart, void> {
  if ('chunks' in values) for (const part of unpacked(values)) yield part.slice();
  else {
    for (const { indexes, map } of values) {
      const part = new Uint16Array(readKept(indexes).buffer);
      yield map ? part.map((index) => map[index] as number) : part;
    }
  }
}

const NO_INTEGERS: IntegerPart = new Float64Array(0);

/** Index of the first record that repeats a combination of values; `rowCount` if none does. `size` is the product of the column sizes. */
function readUntilRepeat(columns: readonly IndexedColumn[], size: number, rowCount: number): number {
  const seen = new Uint8Array(Math.ceil(size / 8));
  const readers = columns.map(({ low, size, parts }) => ({ low, size, parts: parts(), part: NO_INTEGERS, at: 0 }));
  for (let record = 0; record < rowCount; record += 1) {
    let index = 0;
    for (const reader of readers) {
      if (reader.at === reader.part.length) {
        reader.part = reader.parts.next().value ?? NO_INTEGERS;
        reader.at = 0;
      }
      index = index * reader.size + (reader.part[reader.at] as number) - reader.low;
      reader.at += 1;
    }
    const bit = 1 << (index & 7);
    const byte = seen[index >> 3] as number;
    if ((byte & bit) !== 0) return record;
    seen[index >> 3] = byte | bit;
  }
  return rowCount;
}
