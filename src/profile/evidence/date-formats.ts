import { dateReader } from '../../contract/date-pattern.ts';
import { looksLikeNull } from '../../contract/null-tokens.ts';
import { isMonthAndNumber } from '../../contract/value-shapes.ts';
import type { Place } from '../../model.ts';
import type { FoundDates } from '../inspected-column.ts';

/** Patterns of dates that are not ISO 8601, in which publishers write them. With points, the day comes before the month. */
const PATTERNS: readonly string[] = ['/', '-', '.'].flatMap((mark) => [
  ...[`dd${mark}mm${mark}yyyy`, `yyyy${mark}mm${mark}dd`].flatMap((date) => [
    date,
    `${date} HH:MM`,
    `${date} HH:MM:SS`,
  ]),
  ...(mark === '.'
    ? []
    : [`mm${mark}dd${mark}yyyy`, `mm${mark}dd${mark}yyyy HH:MM`, `mm${mark}dd${mark}yyyy HH:MM:SS`]),
  ...(mark === '-' ? [] : [`mm${mark}yyyy`]),
]);
const READERS = new Map(PATTERNS.map((pattern) => [pattern, dateReader(pattern)]));

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const TIME = '(?: \\d{1,2}:\\d{2}(?::\\d{2})?)?';
/** Dates of digits. Without a century, all parts have two digits: others may be versions such as `1.5.2`. */
const IN_DIGITS = new RegExp(
  `^(?:\\d{4}([./-])\\d{1,2}\\1\\d{1,2}${TIME}|\\d{1,2}([./-])\\d{1,2}\\2\\d{4}${TIME}|\\d{2}([./-])\\d{2}\\3\\d{2}|\\d{1,2}/\\d{4})$`,
);

/** How a date is written: in ISO 8601, with its parts between marks, or with the name of a month and one number. */
type Style = 'iso' | '.' | '/' | '-' | 'short' | 'month';

/** Distinct texts that a column of dates can have beside its dates. */
const MAX_OTHERS = 3;

/** What is known of some cells, as plain data. */
export interface DatesSnapshot {
  patterns: readonly string[] | null;
  styles: readonly { style: Style; text: string; first: Place }[];
  others: ReadonlySet<string>;
  /** The first distinct dates, as many as are needed to outnumber the others. */
  dates: ReadonlySet<string>;
}

/** Finds the patterns in which all dates of a column of texts are written. Once the column has some other texts, it is no longer inspected. */
export class DateFormats {
  /** The patterns that fit all dates so far; null before the first. */
  #patterns: readonly string[] | null = null;
  /** The styles that occur, each with its first text. */
  #styles: readonly DatesSnapshot['styles'][number][] = [];
  readonly #others = new Set<string>();
  readonly #dates = new Set<string>();

  /** Adds a text without the blanks around it. */
  add(text: string, placeOf: () => Place): void {
    if (this.isClosed) return;
    const style = styleOf(text);
    if (style === null) {
      if (!looksLikeNull(text)) this.#others.add(text);
      return;
    }
    this.#addDate(text);
    if (!this.#styles.some((it) => it.style === style))
      this.#styles = [...this.#styles, { style, text, first: placeOf() }];
    if (style !== 'iso') this.#patterns = (this.#patterns ?? PATTERNS).filter((it) => READERS.get(it)?.(text) !== null);
  }

  #addDate(text: string): void {
    if (this.#dates.size <= MAX_OTHERS) this.#dates.add(text);
  }

  /** Further values make no difference. */
  get isClosed(): boolean {
    return this.#others.size > MAX_OTHERS;
  }

  snapshot(): DatesSnapshot {
    return { patterns: this.#patterns, styles: this.#styles, others: this.#others, dates: this.#dates };
  }

  /** Adds the values of the cells that follow. */
  absorb({ patterns, styles, others, dates }: DatesSnapshot): void {
    const own = this.#patterns;
    this.#patterns = own && patterns ? own.filter((it) => patterns.includes(it)) : (own ?? patterns);
    const known = new Set(this.#styles.map(({ style }) => style));
    this.#styles = [...this.#styles, ...styles.filter(({ style }) => !known.has(style))];
    for (const text of others) this.#others.add(text);
    for (const text of dates) this.#addDate(text);
  }

  /** What the dates are, unless all are in ISO 8601; null if the column is not one of dates. */
  get found(): FoundDates | null {
    const [first] = this.#styles;
    if (!first || this.#dates.size <= this.#others.size || (this.#styles.length === 1 && first.style === 'iso'))
      return null;
    const isOne = this.#styles.length === 1 && this.#others.size === 0;
    return {
      first: first.first,
      examples: this.#styles.map(({ text }) => text),
      patterns: isOne ? (this.#patterns ?? []) : [],
    };
  }
}

function styleOf(text: string): Style | null {
  if (ISO.test(text)) return 'iso';
  if (isMonthAndNumber(text)) return 'month';
  if (!IN_DIGITS.test(text)) return null;
  const mark = /[./-]/.exec(text)?.[0] as '.' | '/' | '-';
  return /\d{4}/.test(text) ? mark : 'short';
}
