import { intlNumbers } from '../texts/intl-formats.ts';
import { isExtreme, LARGEST, powerOfTen, SMALLEST, significant } from '../texts/power-of-ten.ts';
import { MULTIPLIERS, NO_NOUNS, OF } from './unit-words.ts';

/** Minimum magnitude for compact notation, such as `1.2M`. */
const COMPACT_FROM = 100_000;
/** Maximum number of significant digits for numbers in sentences. */
const SHORT_DIGITS = 4;

/** Formats values with up to six significant digits, or more if the integer part has more. Extreme values have a power of ten. */
export const numberFormat = (language: string) => significant(language, 6, 4);

/** Formats a year without digit grouping. */
export function calendarYear(year: number): string {
  return String(Math.round(year));
}

/** Formats values in the given unit for sentences, with at most four significant digits: `1.235M`. */
export function shortFormat(language: string, unit: string | null): (value: number) => string {
  const { factor } = plainUnit(unit, language);
  const compact = intlNumbers(language, { notation: 'compact', maximumSignificantDigits: SHORT_DIGITS });
  const plain = intlNumbers(language, { maximumSignificantDigits: SHORT_DIGITS });
  return (value) => {
    const whole = tidy(value * factor);
    if (!Number.isFinite(whole) || isExtreme(whole)) return powerOfTen(language, whole, SHORT_DIGITS);
    return (Math.abs(whole) >= COMPACT_FROM ? compact : plain).format(whole === 0 ? 0 : whole);
  };
}

/** Matches what follows a multiplier: a noun, possibly preceded by `of` or `de`, or by a year, as in `million 2011 US dollars`. */
const NOUN = String.raw` (?:${OF})?(?=(?:\d{4} )?[\p{L}$€£¥])(?!(?:${NO_NOUNS})\b)`;

const COMMON = MULTIPLIERS.map(multiplier);
/** Multipliers for catalogues in English. */
const ENGLISH: readonly Multiplier[] = [
  ...COMMON,
  multiplier(["billions?(?! de | d['’])", 1e9]),
  multiplier(["trillions?(?! de | d['’])", 1e12]),
];

type Multiplier = readonly [RegExp, number];

function multiplier([words, factor]: readonly [string, number]): Multiplier {
  return [new RegExp(`^(?:${words})${NOUN}`, 'iu'), factor];
}

/**
 * Separates a multiplier from a unit: `thousand jobs` → `jobs`, 1000. Axes can then show 140M jobs instead of 140K thousand jobs. Keeps
 * multipliers that are ambiguous in the given language, such as `billion` outside English. `language` is a language tag.
 */
export function plainUnit(unit: string | null, language: string): { unit: string | null; factor: number } {
  const isEnglish = /^en\b/i.test(language);
  for (const [words, factor] of isEnglish ? ENGLISH : COMMON) {
    const rest = unit?.replace(words, '');
    if (unit !== null && rest !== unit && rest) return { unit: rest, factor };
  }
  return { unit, factor: 1 };
}

/** Formats values in the given unit: in compact notation if the unit has a multiplier and the value is large, else like `numberFormat`. */
export function valueFormat(language: string, unit: string | null): (value: number) => string {
  const { factor } = plainUnit(unit, language);
  const plain = numberFormat(language);
  if (factor === 1) return plain;
  const short = intlNumbers(language, { notation: 'compact', maximumSignificantDigits: 4 });
  return (value) => {
    const whole = value * factor;
    return Math.abs(whole) >= COMPACT_FROM && Math.abs(whole) < LARGEST ? short.format(whole) : plain(tidy(whole));
  };
}

/** Rounds off floating-point errors in a product of decimals. */
function tidy(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : value;
}

/** Returns a function that formats the ticks of an axis, all in one notation and with no more digits than needed: `1.2M`, `20,000`. */
export function tickFormat(language: string, ticks: readonly number[]): (value: number) => string {
  const greatest = Math.max(0, ...ticks.map(Math.abs));
  const least = Math.min(...ticks.filter((tick) => tick !== 0).map(Math.abs));
  const notation =
    greatest >= LARGEST || (greatest !== 0 && greatest < 1e-4) || least < SMALLEST / 1000
      ? 'scientific'
      : greatest >= COMPACT_FROM
        ? 'compact'
        : 'standard';
  const zero = intlNumbers(language);
  const formats = [0, 1, 2, 3, 4, 5, 6].map((digits) => {
    const format = intlNumbers(language, {
      notation: notation === 'compact' ? notation : 'standard',
      maximumFractionDigits: digits,
    });
    const write = (value: number): string =>
      notation === 'scientific' ? powerOfTen(language, value, digits + 1) : format.format(value);
    // Scientific notation would turn zero into `0 × 10⁰`.
    return (value: number): string => (value === 0 ? zero.format(0) : write(value));
  });
  const isExact = (format: (value: number) => string): boolean => new Set(ticks.map(format)).size === ticks.length;
  const found = formats.findIndex(isExact);
  // Add digits if rounding would make even steps look uneven: 0, 2.5, 5 and 7.5 would become 0, 3, 5 and 8.
  const enough = found === -1 ? formats.length - 1 : Math.max(found, neededDigits(ticks, notation));
  return formats[Math.min(enough, formats.length - 1)] ?? String;
}

/** Number of decimal places that the ticks need in the given notation, at most 6. */
function neededDigits(ticks: readonly number[], notation: string): number {
  const digits = ticks.map((tick) => {
    if (tick === 0) return 0;
    const power = Math.floor(Math.log10(Math.abs(tick)));
    const unit = notation === 'scientific' ? power : notation === 'compact' ? Math.floor(power / 3) * 3 : 0;
    const scaled = Number((Math.abs(tick) / 10 ** unit).toPrecision(10));
    return String(scaled).split('.')[1]?.length ?? 0;
  });
  return Math.min(Math.max(0, ...digits), 6);
}
