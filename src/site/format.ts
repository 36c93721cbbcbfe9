import type { ExactNumber } from './exact-json.ts';

const grouped = new Intl.NumberFormat('en');

/** A number of things: `12,783`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** A number of things with their noun: `1 row`, `12,783 rows`. */
export function formatQuantity(count: number, singular: string, plural: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Size of a file: `870 bytes`, `14 kB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Share of a whole in percent: `<0.1%`, `3.4%`, `>99.9%`. It is 0% only for nothing, and 100% only for everything. */
export function formatShare(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return '<0.1%';
  if (part < whole && percent > 99.9) return '>99.9%';
  return `${percent.toFixed(percent === 100 || percent === 0 ? 0 : 1)}%`;
}

const rounded = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 6,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
});

/** A computed statistic, with six significant digits and at least its whole part; `–` for null. */
export function formatComputed(statistic: ExactNumber | null): string {
  if (statistic === null) return '–';
  const value = Number(statistic.digits);
  const magnitude = Math.abs(value);
  if (value !== 0 && (magnitude >= 1e15 || magnitude < 1e-6)) return value.toExponential(5);
  return rounded.format(value);
}

/** Longest text that a table shows in full, in characters. */
const LONGEST_TEXT = 160;

/** A text as a table shows it: a long one is cut, between characters. */
export function shorten(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join('').trimEnd()}…` : text;
}

/** A sentence has at least 30 characters, and does not end in an abbreviation of one or two letters, such as `U.S.` or `Dr.`. */
const FIRST_SENTENCE = /^.{30,}?(?<![\s.(]\p{L}{1,2})[.!?](?=\s)/su;

/** First sentence of a description, or all of it if no sentence ends within it. */
export function firstSentence(text: string): string {
  return FIRST_SENTENCE.exec(text)?.[0] ?? text;
}
