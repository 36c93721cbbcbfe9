import { NULL_TOKENS } from '../contract/null-tokens.ts';
import * as constants from '../kernel/constants.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock, ColumnDescription } from '../model.ts';
import { CellInterpreter } from '../profile/cells/interpret-cell.ts';
import { TextCounter, type TextsSnapshot } from '../profile/distribution/text-counter.ts';
import { trimBlanks } from '../profile/numbers/read-number.ts';
import { ColumnProfiler } from '../profile/profile-column.ts';

const encoder = new TextEncoder();

/** The bytes of a string, and its length in bytes with every quote doubled. `quote` is an ASCII code, or -1 if cells are never quoted. */
export function spellingOf(text: string, quote: number): { bytes: Uint8Array; doubled: number } {
  const bytes = encoder.encode(text);
  return { bytes, doubled: bytes.length + bytes.filter((byte) => byte === quote).length };
}

/** First bytes of the null tokens, and length in bytes of the longest token with every quote doubled. */
function nullTokensOf(tokens: Iterable<string>, quote: number): { firsts: ReadonlySet<number>; longest: number } {
  const spellings = [...tokens].map((token) => spellingOf(trimBlanks(token), quote));
  return {
    firsts: new Set(spellings.flatMap(({ bytes: [first] }) => first ?? [])),
    longest: Math.max(0, ...spellings.map(({ doubled }) => doubled)),
  };
}

/** None of these tokens contains a quote, so the quote character does not matter. */
const USUAL_NULL_TOKENS = nullTokensOf(NULL_TOKENS, -1);

/** Creates a column in the kernel's memory and returns its address. `quote` is the ASCII code of the quote, or -1 for none. */
export function beginByteColumn(kernel: Kernel, name: string, { missing }: ColumnDescription, quote: number): number {
  const column = kernel.allocate(constants.COLUMN_BYTES);
  const { bytes, doubled } = spellingOf(name, quote);
  const { firsts, longest } = missing ? nullTokensOf(missing, quote) : USUAL_NULL_TOKENS;
  const nullFirsts = column + constants.NULL_FIRSTS;
  kernel.bytes.fill(0, column, nullFirsts + 2 * 256);
  const fields = [bytes[0] ?? -1, bytes.length, doubled, longest, Number(missing !== undefined)];
  new Int32Array(kernel.bytes.buffer, column).set(fields);
  for (const first of firsts) kernel.bytes[nullFirsts + first] = 1;
  return column;
}

/**
 * Counts the distinct texts of a column from the bytes of its cells. `column` and `ids` are addresses in the kernel's memory: of the
 * column, and of a buffer with 16 bits for each record of a block.
 */
export function byteTextCounter(kernel: Kernel, column: number, ids: number, description: ColumnDescription) {
  const counter = new TextCounter(kernel);
  const cells = new CellInterpreter(description);
  /** 0 if only empty cells are null. */
  const ownNulls = (description.missing?.length ?? 0) > 0 ? column : 0;
  return {
    /** Adds the column's cells in the last scanned block. */
    add(block: ByteBlock, cell: number): void {
      const { records } = block;
      let record = counter.count(ownNulls, cell, 0, records, ids);
      while (record < records) {
        const text = block.textOf(record, cell);
        if (!cells.isNull(text, trimBlanks(text))) counter.count(0, cell, record, record + 1, ids);
        record = counter.count(ownNulls, cell, record + 1, records, ids);
      }
      counter.endBlock(records, ids);
    },
    snapshot: (): TextsSnapshot => counter.snapshot(),
  };
}

/**
 * Profiles one column from the bytes of its cells. The kernel skips cells that need no inspection, such as plain numbers within the current
 * bounds; they are added to the `ColumnProfiler` in bulk. All other cells are added one by one.
 */
export class ByteColumnProfiler {
  readonly #kernel: Kernel;
  /** Address of the column in the kernel's memory. */
  readonly #column: number;
  /** Address of a buffer to which the kernel writes the numbers that it skips. */
  readonly #values: number;
  readonly #profiler: ColumnProfiler;
  readonly #texts: ReturnType<typeof byteTextCounter>;
  #textState: 'none' | 'counted' | 'missed' = 'none';
  #isPlain = true;
  /** Flags that allow skipping empty cells, and decimals of either kind, once such a cell was inspected. */
  #seen = 0;

  /**
   * `values` is the address of a buffer with space for one number per record of a block; all columns share it. `name` is the column's
   * name in the file. `description` must have neither a number format nor a claimed type. `quote` is an ASCII code, or -1 for none.
   */
  constructor(kernel: Kernel, values: number, name: string, description: ColumnDescription, quote: number) {
    this.#kernel = kernel;
    this.#values = values;
    this.#profiler = new ColumnProfiler(name, description);
    this.#column = beginByteColumn(kernel, name, description, quote);
    this.#texts = byteTextCounter(kernel, this.#column, values, description);
  }

  /** Adds the column's cells in the last scanned block. */
  add(block: ByteBlock, cell: number): void {
    const { records } = block;
    const hadValues = this.#profiler.hasValues;
    for (let record = this.#skip(cell, 0, records); record < records; record = this.#skip(cell, record + 1, records)) {
      this.#judge(block, record, cell);
    }
    this.#profiler.endBlock(records);
    if (this.#profiler.isNumeric) return;
    if (this.#textState === 'none') this.#textState = hadValues ? 'missed' : 'counted';
    if (this.#textState === 'counted') this.#texts.add(block, cell);
  }

  /** Whether texts were not counted because the column looked numeric at first. */
  get hasMissedTexts(): boolean {
    return this.#textState === 'missed';
  }

  /** Skips cells from record `from` on, and counts them. Returns the first record whose cell must be inspected, or else `records`. */
  #skip(cell: number, from: number, records: number): number {
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
      profiler.addNumbers(numbers, kernel.results.decimals.value, values, kernel.results.fewestPlaces.value);
    }
    return next;
  }

  /** Flags that tell the kernel which cells it may skip. */
  #rules(): number {
    const { textInspection, hasCodes, hasAllSamples, arePointsWatched, isNumeric, expectsIntegers } = this.#profiler;
    let rules = this.#seen;
    if (textInspection === 'never') rules |= constants.ALL_TEXTS;
    if (textInspection === 'if new') rules |= constants.KNOWN_TEXTS;
    if (hasCodes) rules |= constants.HAS_CODES;
    if (!hasAllSamples) rules |= constants.ONLY_KNOWN_NUMBERS;
    if (arePointsWatched) rules |= constants.ONLY_SHORT_INTEGERS;
    if (isNumeric) rules |= constants.KEEPS_NUMBERS;
    if (expectsIntegers) rules &= ~constants.GROUPED_DECIMALS;
    return expectsIntegers || arePointsWatched ? rules & ~constants.UNGROUPED_DECIMALS : rules;
  }

  #judge(block: ByteBlock, record: number, cell: number): void {
    const kernel = this.#kernel;
    const profiler = this.#profiler;
    const kind = kernel.results.kind.value;
    if (kind === constants.EMPTY) {
      // The kernel skips all that follow.
      this.#seen |= constants.EMPTY_CELLS;
      profiler.addEmpty(1);
    } else if (kind === constants.NUMBER) this.#judgeNumber(block, record, cell);
    else {
      const isText = kind === constants.PLAIN_TEXT;
      this.#isPlain &&= isText;
      const text = block.textOf(record, cell);
      profiler.addCell(text, block, record, cell);
      const isKnown = isText && profiler.textInspection === 'if new' && profiler.staysKnown(text);
      if (isKnown) kernel.call.addText(this.#column, record, cell);
    }
  }

  #judgeNumber(block: ByteBlock, record: number, cell: number): void {
    const { call, results } = this.#kernel;
    const profiler = this.#profiler;
    const [mantissa, places] = [results.mantissa.value, results.places.value];
    if (results.isAllowed.value) {
      profiler.addNumber(mantissa, places, block, record, cell);
      return;
    }
    if (!profiler.hasAllSamples) call.addText(this.#column, record, cell);
    if (places > 0)
      this.#seen |= call.isGrouped(mantissa, places) ? constants.GROUPED_DECIMALS : constants.UNGROUPED_DECIMALS;
    profiler.addCell(block.textOf(record, cell), block, record, cell);
  }

  /** Profile of the cells, as plain data. */
  snapshot() {
    const isCounted = this.#textState === 'counted' || !this.#profiler.hasValues;
    return {
      column: this.#profiler.snapshot(),
      /** For a numeric column: whether every cell is empty or already a JSON number. */
      isPlain: this.#isPlain,
      /** Null if the texts were not counted, as in a numeric column. */
      texts: isCounted ? this.#texts.snapshot() : null,
    };
  }
}
