import { ASCENDS, DESCENDS, DIFFERS, ENTRY_BYTES, HAS_LOST_BYTES, HAS_MORE } from '../../kernel/constants.ts';
import { type KeptBytes, readKept } from '../../kernel/kept-bytes.ts';
import { type Kernel, kernelOfThread, returnKernel, takeKernel } from '../../kernel/kernel.ts';
import type { ColumnDescription, Distribution, RecordBlock } from '../../model.ts';
import { CellInterpreter } from '../cells/interpret-cell.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import { conclude, orderFlags } from './count-numbers.ts';
import { textFormat } from './formats.ts';
import { entriesIn, MAX_KEY_TEXTS, TextCounter, type TextsSnapshot } from './text-counter.ts';
import { topValues } from './top-values.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Counts the strings in the columns of a file. */
export class TextCounters {
  readonly #kernel: Kernel;
  readonly #columns: { cells: CellInterpreter; counter: TextCounter }[];
  /** Address and size in bytes of the buffer for cell bounds, cell content and string ids, which the kernel writes. */
  #buffer = { at: 0, space: 0 };

  constructor(columns: Iterable<ColumnDescription>) {
    this.#kernel = takeKernel();
    // Each column is passed to the kernel as a table with a single column.
    this.#kernel.begin({ delimiter: 0, quote: -1, newline: '\n', width: 1 });
    this.#columns = Array.from(columns, (description) => ({
      cells: new CellInterpreter(description),
      counter: new TextCounter(this.#kernel),
    }));
  }

  add({ records }: RecordBlock): void {
    for (const [cell, { cells, counter }] of this.#columns.entries()) {
      const texts = records.map((record) => {
        const text = record[cell] as string;
        return cells.isNull(text, trimBlanks(text)) ? '' : text;
      });
      this.#count(texts, counter);
    }
  }

  /** Counts strings; an empty string stands for null. */
  #count(texts: readonly string[], counter: TextCounter): void {
    const joined = texts.join('');
    const all = encoder.encode(joined);
    const textFrom = texts.length * 2 * Int32Array.BYTES_PER_ELEMENT;
    const idsFrom = textFrom + all.length + (all.length % Uint16Array.BYTES_PER_ELEMENT);
    const space = idsFrom + texts.length * Uint16Array.BYTES_PER_ELEMENT;
    if (this.#buffer.space < space) this.#buffer = { at: this.#kernel.allocate(space * 2), space: space * 2 };
    const { at } = this.#buffer;
    const { bytes } = this.#kernel;
    bytes.set(all, at + textFrom);
    const bounds = new Int32Array(bytes.buffer, at, texts.length * 2);
    const isAscii = all.length === joined.length;
    let end = 0;
    for (const [index, text] of texts.entries()) {
      bounds[index * 2] = end;
      end += isAscii ? text.length : Buffer.byteLength(text);
      bounds[index * 2 + 1] = end;
    }
    this.#kernel.call.setPlaces(at + textFrom, at, 0);
    counter.count(0, 0, 0, texts.length, at + idsFrom);
    // The strings of the next column overwrite these, so the last one is copied.
    counter.keepLast();
    counter.endBlock(texts.length, at + idsFrom);
  }

  /** Snapshots of the columns with the given indexes. No cells may be added afterwards, since the kernel is reused. */
  finish(cells: readonly number[]): TextsSnapshot[] {
    const snapshots = cells.map((cell) => (this.#columns[cell] as { counter: TextCounter }).counter.snapshot());
    returnKernel(this.#kernel);
    return snapshots;
  }
}

/** Value frequencies, lengths and format of a text column. */
export type TextDistribution = Omit<Distribution, 'histogram' | 'isMeasure'> & {
  /**
   * The strings of all records, in consecutive parts, as 16-bit indexes of the distinct ones. `map` converts these to column-wide indexes,
   * and is null if they are equal. Null if any record has no string, or if the distinct strings are too many or too long.
   */
  ids: readonly { indexes: KeptBytes; map: Uint16Array | null }[] | null;
};

/** Distribution of the strings of a column, from snapshots of its consecutive parts. There must be at least one string. */
export function distributionOfTexts(parts: readonly TextsSnapshot[]): TextDistribution {
  const filled = parts.filter((part) => part.count > 0) as [TextsSnapshot, ...TextsSnapshot[]];
  const { merged, maps } = filled.length === 1 ? { merged: filled[0], maps: [null] } : merge(filled);
  const { bits, count, characters, shortest, longest } = merged;
  const has = (bit: number): boolean => (bits & bit) !== 0;
  const isCounted = !has(HAS_MORE) && !has(HAS_LOST_BYTES);
  const found = merged.entries.length / ENTRY_BYTES;
  const top = isCounted ? topTexts(merged) : null;
  const format = textFormat(merged, top && found <= 2 ? top.map(({ value }) => value) : null);
  const areNames =
    isCounted && found <= MAX_NAMES && longest <= MAX_NAME_LENGTH && (format.format ?? 'code') === 'code';
  const ids = filled.flatMap(({ ids }, index) => (ids ? { indexes: ids, map: maps[index] ?? null } : []));
  const concluded = conclude(count, isCounted ? found : null, merged.firstRepeat !== NEVER, bits);
  if (!concluded.distinct.isExact && !has(HAS_MORE)) concluded.distinct.count = found;
  return {
    ...concluded,
    top: top?.map(({ value, count: times }) => ({ value: JSON.stringify(value), count: times })) ?? null,
    names: areNames ? namesOf(merged) : null,
    ids: isCounted && found <= MAX_KEY_TEXTS && ids.length === filled.length ? ids : null,
    lengths: { min: shortest, max: longest, mean: characters / count },
    ...format,
  };
}

const NEVER = 0xffffffff;

/** Maximum number of values in a column of names, such as countries. */
const MAX_NAMES = 300;
/** Maximum number of characters in a name. */
const MAX_NAME_LENGTH = 60;

/** Merges consecutive parts, none of them empty, into one. */
function merge(parts: readonly [TextsSnapshot, ...TextsSnapshot[]]): { merged: TextsSnapshot; maps: Uint16Array[] } {
  const kernel = kernelOfThread();
  kernel.free();
  const counter = new TextCounter(kernel);
  const [first, ...others] = parts;
  const maps: Uint16Array[] = [];
  let hasMore = false;
  for (const part of parts) {
    if (hasMore) break;
    maps.push(counter.absorb(part));
    hasMore = counter.hasMore || (part.bits & HAS_MORE) !== 0;
  }
  const counted = counter.snapshot();
  const joined = { ...first, entries: counted.entries, bytes: counted.bytes, firstRepeat: counted.firstRepeat };
  const orderBits = ASCENDS | DESCENDS | DIFFERS;
  let order = first.bits & orderBits;
  for (const next of others) {
    order &= next.bits & orderFlags(Buffer.compare(joined.last, next.first ?? next.last));
    joined.formats &= next.formats;
    joined.codeLengths |= next.codeLengths;
    joined.count += next.count;
    joined.characters += next.characters;
    joined.shortest = Math.min(joined.shortest, next.shortest);
    joined.longest = Math.max(joined.longest, next.longest);
    if (Buffer.compare(next.least, joined.least) < 0) joined.least = next.least;
    if (Buffer.compare(next.greatest, joined.greatest) > 0) joined.greatest = next.greatest;
    joined.last = next.last;
  }
  joined.bits = order | (counted.bits & HAS_LOST_BYTES) | (hasMore ? HAS_MORE : 0);
  return { merged: joined, maps };
}

/** The most frequent strings. The bytes of every distinct string must have been kept. */
function topTexts(texts: TextsSnapshot): { value: string; count: number }[] {
  const { length, timesAt, textAt } = entriesIn(readKept(texts.entries), readKept(texts.bytes));
  const top = topValues(length, timesAt, (index) => textAt(index) as Uint8Array, Buffer.compare);
  return top.map(({ value, count }) => ({ value: decoder.decode(value.slice()), count }));
}

/** The distinct strings as a JSON array, in the order of their bytes, all of which must have been kept. */
function namesOf(texts: TextsSnapshot): string {
  const { length, textAt } = entriesIn(readKept(texts.entries), readKept(texts.bytes));
  const all = Array.from({ length }, (_, index) => textAt(index) as Uint8Array);
  return JSON.stringify(all.sort(Buffer.compare).map((text) => decoder.decode(text.slice())));
}
