import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock, ColumnDescription } from '../model.ts';
import type { ColumnSnapshot } from '../profile/column-snapshot.ts';
import { NULL_TOKENS } from '../profile/null-tokens.ts';
import { trimBlanks } from '../profile/numbers/read-number.ts';
import { ColumnProfiler } from '../profile/profile-column.ts';

/** A text's bytes, and their number where quotes in it are doubled. */
interface Spelling {
  bytes: Uint8Array;
  doubled: number;
}

const encoder = new TextEncoder();

/** `quote` is the byte that is doubled in quoted cells, -1 for none. */
function spellingOf(text: string, quote: number): Spelling {
  const bytes = encoder.encode(text);
  return { bytes, doubled: bytes.length + bytes.filter((byte) => byte === quote).length };
}

/** What spellings of null begin with, and the length of the longest. */
interface Nulls {
  firsts: ReadonlySet<number>;
  longest: number;
}

function nullsOf(texts: Iterable<string>, quote: number): Nulls {
  const spellings = [...texts].map((text) => spellingOf(trimBlanks(text), quote));
  return {
    firsts: new Set(spellings.flatMap(({ bytes: [first] }) => first ?? [])),
    longest: Math.max(0, ...spellings.map(({ doubled }) => doubled)),
  };
}

/** No mark that quotes cells stands in one of them. */
const USUAL_NULLS = nullsOf(NULL_TOKENS, -1);

/**
 * Looks at the cells of one column as bytes. The kernel passes over plain numbers, and texts of which nothing but their count is of
 * interest; of all others a text is made, for the column's profiler to judge.
 */
export class ByteColumnProfiler {
  readonly #kernel: Kernel;
  /** Addresses in the kernel: of what it knows of the column, and of the numbers it passed over. */
  readonly #column: number;
  readonly #values: number;
  readonly #profiler: ColumnProfiler;
  #isPlain = true;
  #hasEmpty = false;
  /** Decimals were judged that look as if the point separated thousands, and others. */
  #hasGrouped = false;
  #hasUngrouped = false;

  /**
   * `values` is the address of room for a number of each record of a block. `name` is the column's name in the file; the description
   * gives neither a number format nor a claim. `quote` is the byte that quotes cells, -1 for none.
   */
  constructor(kernel: Kernel, values: number, name: string, description: ColumnDescription, quote: number) {
    this.#kernel = kernel;
    this.#values = values;
    this.#profiler = new ColumnProfiler(name, description);
    this.#column = kernel.allocate(kernel.constants.COLUMN_BYTES);
    const { bytes, doubled } = spellingOf(name, quote);
    const { firsts, longest } = description.missing ? nullsOf(description.missing, quote) : USUAL_NULLS;
    const hasOwnNulls = description.missing !== undefined;
    kernel.call.beginColumn(this.#column, bytes[0] ?? -1, bytes.length, doubled, longest, hasOwnNulls);
    for (const first of firsts) kernel.call.addNullFirst(this.#column, first);
  }

  /** Takes the column's cells in the block that was scanned last. */
  add(block: ByteBlock, cell: number): void {
    const { records } = block;
    for (let record = this.#pass(cell, 0, records); record < records; record = this.#pass(cell, record + 1, records)) {
      this.#judge(block, record, cell);
    }
    this.#profiler.endBlock(records);
  }

  /** Passes over the cells that are only counted, from a record on; returns the first record whose cell is to be judged. */
  #pass(cell: number, from: number, records: number): number {
    const kernel = this.#kernel;
    const profiler = this.#profiler;
    const { unit, lowest, highest } = profiler.range;
    const rules = this.#rules();
    const next = kernel.call.pass(this.#column, cell, from, records, rules, this.#values, unit, lowest, highest);
    if (next === from) return next;
    const empties = kernel.results.empties.value;
    if (empties > 0) profiler.addEmpty(empties);
    profiler.countTexts(kernel.results.texts.value);
    const numbers = kernel.results.numbers.value;
    if (numbers > 0) {
      const values = new Float64Array(kernel.bytes.buffer, this.#values, numbers);
      profiler.addNumbers(numbers, kernel.results.decimals.value, values);
    }
    return next;
  }

  /** What the kernel may pass over, since nothing but its number is to be learned from it. */
  #rules(): number {
    const kernel = this.#kernel;
    const { textInspection, hasCodes, hasAllSamples, arePointsWatched, isNumeric, expectsIntegers } = this.#profiler;
    let rules = 0;
    if (this.#hasEmpty) rules |= kernel.constants.EMPTY_CELLS;
    if (textInspection === 'never') rules |= kernel.constants.ALL_TEXTS;
    if (textInspection === 'if new') rules |= kernel.constants.KNOWN_TEXTS;
    if (hasCodes) rules |= kernel.constants.HAS_CODES;
    if (!hasAllSamples) rules |= kernel.constants.ONLY_KNOWN_NUMBERS;
    if (arePointsWatched) rules |= kernel.constants.ONLY_SHORT_INTEGERS;
    if (isNumeric) rules |= kernel.constants.KEEPS_NUMBERS;
    if (expectsIntegers) return rules;
    if (this.#hasGrouped) rules |= kernel.constants.GROUPED_DECIMALS;
    if (this.#hasUngrouped && !arePointsWatched) rules |= kernel.constants.UNGROUPED_DECIMALS;
    return rules;
  }

  #judge(block: ByteBlock, record: number, cell: number): void {
    const kernel = this.#kernel;
    const profiler = this.#profiler;
    const kind = kernel.results.kind.value;
    if (kind === kernel.constants.EMPTY) {
      // The first is told at once, since nulls are listed in the order in which they come.
      this.#hasEmpty = true;
      profiler.addEmpty(1, () => block.placeOf(record, cell));
    } else if (kind === kernel.constants.NUMBER) this.#judgeNumber(block, record, cell);
    else {
      const isText = kind === kernel.constants.PLAIN_TEXT;
      this.#isPlain &&= isText;
      profiler.addCell(block.textOf(record, cell), block, record, cell);
      if (isText && profiler.textInspection === 'if new') kernel.call.addText(this.#column, record, cell);
    }
  }

  #judgeNumber(block: ByteBlock, record: number, cell: number): void {
    const kernel = this.#kernel;
    const profiler = this.#profiler;
    const mantissa = kernel.results.mantissa.value;
    const places = kernel.results.places.value;
    if (kernel.call.isPassed(this.#column, this.#rules())) {
      profiler.addNumber(mantissa, places, block, record, cell);
      return;
    }
    if (!profiler.hasAllSamples) kernel.call.addNumber(this.#column, mantissa, places);
    const isGrouped = kernel.call.isGrouped(mantissa, places) === 1;
    if (places > 0 && isGrouped) this.#hasGrouped = true;
    else if (places > 0) this.#hasUngrouped = true;
    profiler.addCell(block.textOf(record, cell), block, record, cell);
  }

  /** What the cells have told. `isPlain` says that those of a column of numbers are JSON numbers as they stand, or empty. */
  snapshot(): ByteColumnSnapshot {
    return { column: this.#profiler.snapshot(), isPlain: this.#isPlain };
  }
}

export interface ByteColumnSnapshot {
  column: ColumnSnapshot;
  isPlain: boolean;
}
