import { dateReader } from '../../contract/date-pattern.ts';
import { looksLikeNull } from '../../contract/null-tokens.ts';
import { isMonthAndNumber } from '../../contract/value-shapes.ts';
import type { ColumnDescription, ColumnProfile, Place, RecordBlock, ValueFormat } from '../../model.ts';
import { CellInterpreter } from '../interpret-cell.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { ReadAgain } from './find-value.ts';

/** Patterns of dates that are not ISO 8601, in which publishers write them. With points, the day comes before the month. */
const PATTERNS: readonly string[] = ['/', '-', '.']
  .flatMap((mark) => [
    ...[`dd${mark}mm${mark}yyyy`, `yyyy${mark}mm${mark}dd`].flatMap((date) => [
      date,
      `${date} HH:MM`,
      `${date} HH:MM:SS`,
    ]),
    ...(mark === '.'
      ? []
      : [`mm${mark}dd${mark}yyyy`, `mm${mark}dd${mark}yyyy HH:MM`, `mm${mark}dd${mark}yyyy HH:MM:SS`]),
    ...(mark === '-' ? [] : [`mm${mark}yyyy`]),
  ])
  .concat('dd. mm. yyyy', 'ddmmmyyyy', 'dd-mmm-yyyy', 'dd mmm yyyy', 'mmm yyyy');
const READERS = new Map(PATTERNS.map((pattern) => [pattern, dateReader(pattern)]));

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const TIME = '(?: \\d{1,2}:\\d{2}(?::\\d{2})?)?';
/** Dates of digits. Without a century, all parts have two digits: others may be versions such as `1.5.2`. */
const IN_DIGITS = new RegExp(
  `^(?:\\d{4}([./-])\\d{1,2}\\1\\d{1,2}${TIME}|\\d{1,2}([./-])\\d{1,2}\\2\\d{4}${TIME}|\\d{2}([./-])\\d{2}\\3\\d{2}|\\d{1,2}/\\d{4}|\\d{1,2}\\. \\d{1,2}\\. \\d{4})$`,
);

const IN_ENGLISH = /^\d{1,2}([- ]?)[a-z]{3}\1\d{4}$|^[a-z]{3} \d{4}$/i;

/** How a date is written: in ISO 8601, with its parts between marks, or with the name of a month and one number or two. */
type Style = 'iso' | '.' | '/' | '-' | 'short' | 'month' | 'word';

/** Distinct texts that a column of dates can have beside its dates. */
const MAX_OTHERS = 3;

/** Dates of a column that are not all in ISO 8601. */
export interface FoundDates {
  /** Place of the first. */
  first: Place;
  /** One of each style in which they are written. */
  examples: readonly string[];
  /** The patterns that read all of them; none if they are written in several styles, or some are ambiguous by themselves. */
  patterns: readonly string[];
  /** Texts beside the dates that mean null. */
  missing: readonly string[];
}

const IN_ISO: ReadonlySet<ValueFormat | null> = new Set(['date', 'datetime', 'month', 'quarter']);

/** Whether a column of texts may be one of dates that are not all in ISO 8601, judged by its first distinct values. */
export function mayHaveDates({
  type,
  samples,
  distribution,
}: Pick<ColumnProfile, 'type' | 'samples' | 'distribution'>): boolean {
  if (type !== 'object' || IN_ISO.has(distribution.format)) return false;
  return samples.some((sample) => styleOf(trimBlanks(JSON.parse(sample) as string)) !== null);
}

/** Finds the patterns of the dates in some columns, given by their indexes and descriptions. The records are read again. */
export function findDates(
  readAgain: ReadAgain,
  columns: ReadonlyMap<number, ColumnDescription>,
): ReadonlyMap<number, FoundDates> {
  const formats = [...columns].map(([cell, description]) => new DateFormats(cell, description));
  for (const block of readAgain()) {
    const open = formats.filter((it) => !it.isClosed);
    if (open.length === 0) break;
    for (const it of open) for (let record = 0; record < block.records.length; record += 1) it.add(block, record);
  }
  return new Map(formats.flatMap((it) => (it.found ? [[it.cell, it.found]] : [])));
}

class DateFormats {
  readonly cell: number;
  readonly #cells: CellInterpreter;
  /** The patterns that fit all dates so far. */
  #patterns = PATTERNS;
  /** The styles that occur, each with its first text and the place of it. */
  readonly #styles = new Map<Style, { text: string; first: Place }>();
  readonly #others = new Set<string>();
  readonly #dates = new Set<string>();
  readonly #missing = new Set<string>();

  constructor(cell: number, description: ColumnDescription) {
    this.cell = cell;
    this.#cells = new CellInterpreter(description);
  }

  add(block: RecordBlock, record: number): void {
    const text = block.records[record]?.[this.cell] as string;
    const value = trimBlanks(text);
    if (value === '' || this.isClosed || this.#cells.isNull(text, value)) return;
    const style = styleOf(value);
    if (style === null) (looksLikeNull(value) ? this.#missing : this.#others).add(value);
    else this.#addDate(value, style, () => block.placeOf(record, this.cell));
  }

  #addDate(text: string, style: Style, placeOf: () => Place): void {
    if (this.#dates.size <= MAX_OTHERS) this.#dates.add(text);
    if (!this.#styles.has(style)) this.#styles.set(style, { text, first: placeOf() });
    if (style !== 'iso') this.#patterns = this.#patterns.filter((it) => READERS.get(it)?.(text) !== null);
  }

  /** The column has other texts than dates. */
  get isClosed(): boolean {
    return this.#others.size > MAX_OTHERS;
  }

  /** What the dates are, unless all are in ISO 8601; null if the column is not one of dates. */
  get found(): FoundDates | null {
    const [first, ...more] = this.#styles.values();
    if (!first || this.#dates.size <= this.#others.size || (more.length === 0 && this.#styles.has('iso'))) return null;
    const isOne = more.length === 0 && this.#others.size === 0;
    return {
      first: first.first,
      examples: [first, ...more].map(({ text }) => text),
      patterns: isOne ? this.#patterns : [],
      missing: [...this.#missing],
    };
  }
}

function styleOf(text: string): Style | null {
  if (ISO.test(text)) return 'iso';
  if (isMonthAndNumber(text)) return 'month';
  if (IN_ENGLISH.test(text)) return 'word';
  if (!IN_DIGITS.test(text)) return null;
  const mark = /[./-]/.exec(text)?.[0] as '.' | '/' | '-';
  return /\d{4}/.test(text) ? mark : 'short';
}
