import type { ColumnDescription, Place, RecordBlock } from '../../model.ts';
import { hasOuterBlanks, isBlankText, withoutOuterBlanks } from '../cells/blank-texts.ts';
import { CellInterpreter } from '../cells/interpret-cell.ts';
import { notationOf, trimBlanks } from '../numbers/read-number.ts';
import type { DescribedColumns, ReadAgain } from './findings.ts';

/** Values of a column that look the same but differ in surrounding invisible characters or in Unicode normalisation. */
export type AlikeTexts = ReturnType<ReturnType<typeof alikeTextSearch>['found']>[number];

/** Combining marks, including those of Japanese kana, and the parts of Korean syllables. */
const MARK = /[\u0300-\u036F\u3099\u309A\u1100-\u11FF]/;
/** Every character that `MARK` matches starts, in UTF-8, with one of these byte sequences. */
export const MARK_STARTS: readonly Uint8Array[] = [
  [0xcc],
  [0xcd],
  [0xe3, 0x82, 0x99],
  [0xe3, 0x82, 0x9a],
  ...[0x84, 0x85, 0x86, 0x87].map((second) => [0xe1, second]),
].map((bytes) => Uint8Array.from(bytes));

/** Whether a string has outer invisible characters or combining marks; `value` is the string without surrounding ASCII whitespace. */
export function isVariant(text: string, value: string): boolean {
  return text.length !== value.length || (!isAsciiAtEnds(value) && hasOuterBlanks(value)) || MARK.test(value);
}

function isAsciiAtEnds(value: string): boolean {
  return value.charCodeAt(0) < 0x80 && value.charCodeAt(value.length - 1) < 0x80;
}

/** Maximum number of variants kept per file, and of their UTF-16 code units in total. */
const MAX_VARIANTS = 10_000;
const MAX_CODE_UNITS = 1 << 22;

/**
 * Finds values that look like another value of their column, in columns of text. Reads the records up to twice, unless there are no
 * columns: first to collect variants, then to find the values that look like them.
 */
export function findAlikeTexts(readAgain: ReadAgain, columns: DescribedColumns): Map<number, readonly AlikeTexts[]> {
  if (columns.size === 0) return new Map();
  const searches = [...columns].map(([cell, description]) => alikeTextSearch(cell, description));
  const budget = { variants: MAX_VARIANTS, codeUnits: MAX_CODE_UNITS };
  for (const block of readAgain()) {
    for (let record = 0; record < block.records.length; record += 1) {
      for (const search of searches) search.collect(block, record, budget);
    }
  }
  const open = searches.filter(({ variants }) => variants.size > 0);
  if (open.length > 0) {
    for (const { records } of readAgain())
      for (const record of records) for (const search of open) search.compare(record);
  }
  return new Map(open.map((search) => [search.cell, search.found()]));
}

function alikeTextSearch(cell: number, description: ColumnDescription) {
  const cells = new CellInterpreter(description);
  /** The first variant for each normalised form, in file order. */
  const variants = new Map<string, { text: string; place: Place; other: string | null }>();
  /** Whether a cell is a string, rather than null, a null token, invisible characters or a number. */
  const isText = (text: string, value: string): boolean => {
    if (cells.isNull(text, value) || cells.isNullToken(value) || isBlankText(value)) return false;
    const number = cells.toPlainNumber(value);
    return number === null || notationOf(number) === null;
  };
  const collect = (block: RecordBlock, record: number, budget: { variants: number; codeUnits: number }): void => {
    const text = block.records[record]?.[cell] as string;
    const value = trimBlanks(text);
    if (value === '' || !isVariant(text, value) || !isText(text, value)) return;
    const normalised = normalise(text);
    if (variants.has(normalised) || budget.variants === 0 || budget.codeUnits < text.length) return;
    budget.variants -= 1;
    budget.codeUnits -= text.length;
    variants.set(normalised, { text, place: block.placeOf(record, cell), other: null });
  };
  const compare = (record: readonly string[]): void => {
    const text = record[cell] as string;
    const variant = variants.get(normalise(text));
    if (!variant || variant.other !== null || text === variant.text || !isText(text, trimBlanks(text))) return;
    variant.other = text;
  };
  /** Of variants that look like another value, `other`: the first that differs in blanks alone and the first of the rest, with counts. */
  const found = () => {
    const pairs = [...variants.values()].flatMap(({ text, place, other }) =>
      other === null
        ? []
        : [{ text, place, other, differInBlanks: withoutOuterBlanks(text) === withoutOuterBlanks(other) }],
    );
    const groups = Map.groupBy(pairs, ({ differInBlanks }) => differInBlanks).values();
    return [...groups].flatMap((group) => (group[0] ? { ...group[0], count: group.length } : []));
  };
  return { cell, variants, collect, compare, found };
}

/** A string in Unicode Normalization Form C, without surrounding invisible characters. Strings that share this form look the same. */
function normalise(text: string): string {
  const trimmed = isAsciiAtEnds(text) && text === trimBlanks(text) ? text : withoutOuterBlanks(text);
  return trimmed.normalize('NFC');
}
