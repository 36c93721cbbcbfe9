import { dateReader, isIsoDate } from '../../contract/date-pattern.ts';
import { looksLikeNull } from '../../contract/null-tokens.ts';
import { isUnclearDate } from '../../contract/value-shapes.ts';
import type { ColumnDescription, ColumnProfile, Place, RecordBlock, ValueFormat } from '../../model.ts';
import { CellInterpreter } from '../cells/interpret-cell.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { DescribedColumns, ReadAgain } from './findings.ts';

/** Date patterns that publishers use. There is no `mm.dd.yyyy`: in dates with dots as separators, the month never comes first. */
const PATTERNS: readonly string[] = [
  ...['dd.mm.yyyy', 'dd. mm. yyyy', 'yyyy.mm.dd', 'dd/mm/yyyy', 'mm/dd/yyyy', 'yyyy/mm/dd', 'dd-mm-yyyy', 'mm-dd-yyyy'],
  ...['yyyy-mm-dd', 'ddmmmyyyy', 'dd-mmm-yyyy', 'dd mmm yyyy'],
].flatMap((date) => [date, `${date} HH:MM`, `${date} HH:MM:SS`]);
const READERS = [...PATTERNS, 'mm/yyyy', 'mmm yyyy'].map((pattern) => ({ pattern, read: dateReader(pattern) }));

const ISO = 'iso';

/** Maximum number of distinct values in a date column that are neither dates nor null markers. */
const MAX_OTHERS = 3;

/** Dates of a column whose values are not all dates in ISO 8601. */
export type FoundDates = NonNullable<ReturnType<ReturnType<typeof dateFormats>['found']>>;

const IN_ISO: ReadonlySet<ValueFormat | null> = new Set(['date', 'datetime', 'month', 'quarter']);

/** Whether a text column may contain dates, judging by its samples, and is not known to consist of dates in ISO 8601. */
export function mayHaveDates(profile: Pick<ColumnProfile, 'type' | 'samples' | 'distribution'>): boolean {
  const { type, samples, distribution } = profile;
  if (type !== 'object' || IN_ISO.has(distribution.format)) return false;
  return samples.some((sample) => styleOf(trimBlanks(JSON.parse(sample) as string), []) !== null);
}

/** Finds dates in some columns. Reads the records again, unless there are no columns. */
export function findDates(readAgain: ReadAgain, columns: DescribedColumns): ReadonlyMap<number, FoundDates> {
  if (columns.size === 0) return new Map();
  const formats = [...columns].map(([cell, description]) => dateFormats(cell, description));
  for (const block of readAgain()) {
    const open = formats.filter((it) => !it.isClosed());
    if (open.length === 0) break;
    for (const it of open) for (let record = 0; record < block.records.length; record += 1) it.add(block, record);
  }
  const found = formats.map((it) => [it.cell, it.found()] as const);
  return new Map(found.flatMap(([cell, dates]) => (dates ? [[cell, dates]] : [])));
}

/** Collects the dates of a column. */
function dateFormats(cell: number, description: ColumnDescription) {
  const cells = new CellInterpreter(description);
  /** Patterns that can read every date so far, apart from dates in ISO 8601. */
  let readers = READERS;
  /** The styles that occur, each with its first date and the place of that date. */
  const styles = new Map<string, { text: string; first: Place }>();
  const others = new Map<string, Place>();
  const dates = new Set<string>();
  const missing = new Set<string>();
  /** Whether the column has too many values other than dates and null markers to be a date column. */
  const isClosed = (): boolean => others.size > MAX_OTHERS;
  const add = (block: RecordBlock, record: number): void => {
    const cellText = block.records[record]?.[cell] as string;
    const text = trimBlanks(cellText);
    if (text === '' || isClosed() || cells.isNull(cellText, text)) return;
    const style = styleOf(text, readers);
    if (style === null && looksLikeNull(text)) missing.add(text);
    else if (style === null) others.set(text, others.get(text) ?? block.placeOf(record, cell));
    if (style === null) return;
    if (dates.size <= MAX_OTHERS) dates.add(text);
    if (!styles.has(style)) styles.set(style, { text, first: block.placeOf(record, cell) });
    if (style !== ISO) readers = readers.filter(({ read }) => read(text) !== null);
  };
  /** The dates found; null if all values except null markers are dates in ISO 8601, or if too few values are dates. */
  const found = () => {
    const [first, ...more] = styles.values();
    const [other = null] = [...others].map(([text, place]) => ({ text, place }));
    const isOneStyle = !other && more.length === 0;
    if (!first || dates.size <= others.size || (isOneStyle && styles.has(ISO))) return null;
    return {
      first: first.first,
      /** The first date in each style that occurs. */
      examples: [first, ...more].map(({ text }) => text),
      /** Patterns that read all dates; empty if the dates differ in style, if no pattern reads them all, or if there is an `other`. */
      patterns: isOneStyle ? readers.map(({ pattern }) => pattern) : [],
      /** The first value that is neither a date nor a null marker. */
      other,
      /** Values that look like null but are not declared as null. */
      missing: [...missing],
    };
  };
  return { cell, isClosed, add, found };
}

/** Matches every string that `styleOf` may recognise as a date, except dates in ISO 8601. */
const MAY_BE_DATE = /^(?=.*\d)[\p{L}\d.,/: -]{5,30}$/u;

/** Style of a date: `iso`, or `text` with 9 for numbers and A for words (`9.9.9`); null if not a date. Tries the `likely` readers first. */
function styleOf(text: string, likely: typeof READERS): string | null {
  if (isIsoDate(text)) return ISO;
  if (!MAY_BE_DATE.test(text)) return null;
  const isRead = [likely, READERS].some((readers) => readers.some(({ read }) => read(text) !== null));
  return isRead || isUnclearDate(text) ? text.replace(/\p{L}+/gu, 'A').replace(/\d+/g, '9') : null;
}
