import type { ColumnDescription, Place, RecordBlock } from '../../model.ts';
import { hasOuterBlanks, isBlankText, withoutOuterBlanks } from '../cells/blank-texts.ts';
import { CellInterpreter } from '../cells/interpret-cell.ts';
import { notationOf, trimBlanks } from '../numbers/read-number.ts';

/** Texts of a column that look the same as another one, for one reason. */
export interface AlikeTexts {
  /** The first text with blanks around it, or with combining marks, that looks like another one. */
  text: string;
  place: Place;
  other: string;
  /** They differ in nothing but the blanks around them, so not in their Unicode normalisation. */
  differInBlanks: boolean;
  /** Number of distinct texts that look like another one. */
  count: number;
}

/** Marks that combine with the letter before them, those of Japanese kana among them, and the parts of Korean syllables. */
const MARK = /[\u0300-\u036F\u3099\u309A\u1100-\u11FF]/;
/** The first bytes of these characters in UTF-8. */
export const MARK_STARTS: readonly Uint8Array[] = [
  [0xcc],
  [0xcd],
  [0xe3, 0x82, 0x99],
  [0xe3, 0x82, 0x9a],
  ...[0x84, 0x85, 0x86, 0x87].map((second) => [0xe1, second]),
].map((bytes) => Uint8Array.from(bytes));

/** Whether a text may look like another one in plainer spelling; `value` is the text without the ASCII blanks around it. */
export function isVariant(text: string, value: string): boolean {
  return text.length !== value.length || (!isAsciiAtEnds(value) && hasOuterBlanks(value)) || MARK.test(value);
}

function isAsciiAtEnds(value: string): boolean {
  return value.charCodeAt(0) < 0x80 && value.charCodeAt(value.length - 1) < 0x80;
}

/** Maximum variants that are kept of one file, and their UTF-16 code units together. */
const MAX_VARIANTS = 10_000;
const MAX_CODE_UNITS = 1 << 22;

/**
 * Finds texts that look like another text of their column. `columns` are the indexes and descriptions of text columns. Reads the records
 * twice: the first time to collect variants, the second time to find the texts that look like them.
 */
export function findAlikeTexts(
  readAgain: () => Iterable<RecordBlock>,
  columns: ReadonlyMap<number, ColumnDescription>,
): Map<number, readonly AlikeTexts[]> {
  const searches = [...columns].map(([cell, description]) => new AlikeTextSearch(cell, description));
  const budget = { variants: MAX_VARIANTS, codeUnits: MAX_CODE_UNITS };
  for (const block of readAgain()) {
    for (let record = 0; record < block.records.length; record += 1) {
      for (const search of searches) search.collect(block, record, budget);
    }
  }
  const open = searches.filter((search) => search.hasVariants);
  if (open.length > 0) {
    for (const { records } of readAgain())
      for (const record of records) for (const search of open) search.compare(record);
  }
  return new Map(open.map((search) => [search.cell, search.found]));
}

class AlikeTextSearch {
  readonly cell: number;
  readonly #cells: CellInterpreter;
  /** The first variant of each name, in the order of the file. */
  readonly #variants = new Map<string, { text: string; place: Place; other: string | null }>();

  constructor(cell: number, description: ColumnDescription) {
    this.cell = cell;
    this.#cells = new CellInterpreter(description);
  }

  get hasVariants(): boolean {
    return this.#variants.size > 0;
  }

  collect(block: RecordBlock, record: number, budget: { variants: number; codeUnits: number }): void {
    const text = block.records[record]?.[this.cell] as string;
    const value = trimBlanks(text);
    if (value === '' || !isVariant(text, value) || !this.#isText(text, value)) return;
    const name = nameOf(text);
    if (this.#variants.has(name) || budget.variants === 0 || budget.codeUnits < text.length) return;
    budget.variants -= 1;
    budget.codeUnits -= text.length;
    this.#variants.set(name, { text, place: block.placeOf(record, this.cell), other: null });
  }

  compare(record: readonly string[]): void {
    const text = record[this.cell] as string;
    const variant = this.#variants.get(nameOf(text));
    if (!variant || variant.other !== null || text === variant.text || !this.#isText(text, trimBlanks(text))) return;
    variant.other = text;
  }

  /** Whether a cell is a text: not null, not a null token, and not a number. */
  #isText(text: string, value: string): boolean {
    if (this.#cells.isNull(text, value) || this.#cells.isNullToken(value) || isBlankText(value)) return false;
    const number = this.#cells.toPlainNumber(value);
    return number === null || notationOf(number) === null;
  }

  get found(): AlikeTexts[] {
    const found = [...this.#variants.values()].flatMap(({ text, place, other }) =>
      other === null
        ? []
        : [{ text, place, other, differInBlanks: withoutOuterBlanks(text) === withoutOuterBlanks(other) }],
    );
    const groups = Map.groupBy(found, ({ differInBlanks }) => differInBlanks).values();
    return [...groups].flatMap((group) => (group[0] ? { ...group[0], count: group.length } : []));
  }
}

/** The name that texts share if they look the same. */
function nameOf(text: string): string {
  const name = isAsciiAtEnds(text) && text === trimBlanks(text) ? text : withoutOuterBlanks(text);
  return name.normalize('NFC');
}
