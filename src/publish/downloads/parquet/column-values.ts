import type { ParquetType } from 'hyparquet';

/** Records for which a column has space at first. */
export const FIRST_CAPACITY = 64;

/** The cells of one column of a row group, in order. */
export abstract class ColumnValues {
  abstract readonly type: ParquetType;
  /** For each record: 1 if it has a value, 0 for a null. The entries from `count` on are not used. */
  levels = new Uint8Array(FIRST_CAPACITY);
  /** Number of records. */
  count = 0;
  /** Number of values, nulls left out. */
  valueCount = 0;

  /** Adds the value whose JSON begins at `start`; returns where it ends, exclusive. */
  abstract add(json: Buffer, start: number): number;
  /** The values as the file stores them, valid until the next column is encoded. Null without values. */
  abstract encode(): EncodedValues | null;

  addNull(): void {
    this.addLevel(0);
  }

  /** Removes all cells. */
  clear(): void {
    this.count = 0;
    this.valueCount = 0;
  }

  protected addLevel(level: 0 | 1): void {
    if (this.count === this.levels.length) this.enlarge();
    this.levels[this.count++] = level;
  }

  /** Makes space for twice the records. */
  protected enlarge(): void {
    this.levels = enlarged(this.levels);
  }
}

/** The values of a column as bytes of Parquet's encoding PLAIN. */
export interface EncodedValues {
  /** All values, or the distinct ones if there are `indexes`. */
  plain: Uint8Array;
  /** For each value its position among the distinct ones; null if a dictionary would take more bytes. */
  indexes: Uint32Array | null;
  /** Number of distinct values in `plain`; 0 without `indexes`. */
  distinct: number;
  /** The least and the greatest value, texts as UTF-8 in the order of their bytes. */
  min: number | bigint | Uint8Array;
  max: number | bigint | Uint8Array;
}

/** Bytes of the positions of `count` values among `distinct` ones, about. */
export function bytesOfIndexes(count: number, distinct: number): number {
  return Math.ceil((count * bitsOf(distinct)) / 8);
}

/** Bits that hold every position among `distinct` values. */
export function bitsOf(distinct: number): number {
  return distinct <= 1 ? 0 : 32 - Math.clz32(distinct - 1);
}

/** A copy of a typed array with twice the length. */
export function enlarged<T extends Uint8Array | Uint32Array | Int32Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
