import type { ChartDocument, ChartSeries } from '../contract/chart-document.ts';
import { intlNumbers } from '../texts/intl-formats.ts';
import { isExtreme, SMALLEST, significant } from '../texts/power-of-ten.ts';

/** Values of a chart are in compact notation, such as `120K`, from the first magnitude on if one reaches the second; ticks sooner. */
const [COMPACT, COMPACT_TICKS] = [
  [100_000, 1_000_000],
  [1000, 100_000],
] as const;
/**
 * Maximum number of significant digits in tables and readouts, in sentences and drawings, and on axes, whose ticks need as many as they
 * have. Integer parts are longer if need be.
 */
const [DIGITS, SHORT_DIGITS, TICK_DIGITS] = [6, 4, 12];

/** Formats values with up to six significant digits, or more if the integer part has more. Extreme values have a power of ten. */
export const numberFormat = (language: string) => significant(language, DIGITS, SHORT_DIGITS);

/** Formats values for sentences and drawings, as `valueFormat` does but shorter: large ones in compact notation, `1.23M`. */
export function shortFormat(language: string, unit: string | null, values: Values = []): (value: number) => string {
  return valueFormat(language, unit, values, SHORT_DIGITS);
}

/**
 * Multipliers at the start of a unit, with their factors. `miles` means thousands only in Spanish, before `de`. Words that differ in
 * meaning between languages count in catalogues in English only: a billion is 10⁹ there, but 10¹² in French, German and Spanish.
 */
const MULTIPLIERS: readonly (readonly [words: string, factor: number, isEnglish?: true])[] = [
  ['mrd\\.?|milliarden?|milliards?|miles de millones(?= de )', 1e9],
  ['thousands?|tausend|milliers?|miles(?= de )', 1e3],
  ['millions?|mio\\.?|millionen|millones|millón', 1e6],
  ["billions?(?! de | d['’])", 1e9, true],
  ["trillions?(?! de | d['’])", 1e12, true],
];
/** Words that may stand between a multiplier and its noun, and words that show that no noun follows. */
const OF = "of |de |d['’]";
const NO_NOUNS = 'per|pro|par|por|to|and|or';

/** Matches what follows a multiplier: a noun, possibly preceded by `of` or `de`, or by a year, as in `million 2011 US dollars`. */
const NOUN = String.raw` (?:${OF})?(?=(?:\d{4} )?[\p{L}$€£¥])(?!(?:${NO_NOUNS})\b)`;

const PATTERNS = MULTIPLIERS.map(([words]) => new RegExp(`^(?:${words})${NOUN}`, 'iu'));

/**
 * Separates a multiplier from a unit: `thousand jobs` → `jobs`, 1000. Axes can then show 140M jobs instead of 140K thousand jobs. Keeps
 * multipliers that are ambiguous in the given language, such as `billion` outside English. `language` is a language tag.
 */
export function plainUnit(unit: string | null, language: string): { unit: string | null; factor: number } {
  const isEnglish = /^en\b/i.test(language);
  for (const [index, [, factor, ofEnglish]] of MULTIPLIERS.entries()) {
    const rest = ofEnglish && !isEnglish ? unit : unit?.replace(PATTERNS[index] as RegExp, '');
    if (rest !== unit && rest) return { unit: rest, factor };
  }
  return { unit, factor: 1 };
}

/** Matches words for thousands, millions or more in a unit, in many languages. */
const SCALED =
  /1[., ’']?000|(?:^|[^\p{L}])(?:tis|tys|tkr|mnkr|mln|mld|milj|milh|mio|mrd|miles|ezer|bin|thousand|million|billion)|[億万千]/iu;

type Values = readonly (number | null)[];

/**
 * Formats values in the given unit, all with as many decimal places as the `values` of a chart need: `1.0`, `2.5`. A value that would be
 * rounded to zero has more. If the unit has a multiplier, large values are in compact notation: `1.235M`.
 */
function valueFormat(language: string, unit: string | null, values: Values, digits = DIGITS) {
  const { factor } = plainUnit(unit, language);
  const all = values.map((value) => Math.abs(tidy((value ?? 0) * factor))).filter((it) => it > 0 && !isExtreme(it));
  const [least, enough] = digits === TICK_DIGITS ? COMPACT_TICKS : COMPACT;
  // Of numbers in a multiple that is not read, such as `1.000 EUR`, `171M` would be misread.
  const isScaled = factor === 1 && SCALED.test(unit ?? '');
  const isCompact =
    !isScaled && (digits !== DIGITS || factor !== 1) && (all.length === 0 || Math.max(...all) >= enough);
  const isLarge = (magnitude: number): boolean => isCompact && magnitude >= least;
  const greatest = Math.max(SMALLEST, ...all.filter((it) => !isLarge(it)));
  const room = Math.max(digits === DIGITS ? 2 : 0, digits - Math.floor(Math.log10(greatest)) - 1);
  const places = Math.max(0, ...all.map((it) => (isLarge(it) ? 0 : decimals(Number(it.toFixed(room))))));
  const short = digits === DIGITS ? SHORT_DIGITS : digits - 1;
  const large = all.filter(isLarge);
  const lengths = large.map((it) => it.toExponential(short - 1).replace(/\.?0*e.*|\./g, '').length);
  // 5M stands beside 10M, but 5.0M beside 7.5M.
  const hasPlaces = large.some((it, at) => (lengths[at] ?? 0) > (Math.floor(Math.log10(it)) % 3) + 1);
  const compact = intlNumbers(language, {
    notation: 'compact',
    minimumSignificantDigits: hasPlaces ? Math.max(...lengths) : 1,
    maximumSignificantDigits: short,
  });
  const single = significant(language, digits, Math.max(SHORT_DIGITS, digits - DIGITS));
  const equal = intlNumbers(language, { minimumFractionDigits: places, maximumFractionDigits: places });
  return (value: number): string => {
    const whole = tidy(value * factor);
    const magnitude = Math.abs(whole);
    if (isExtreme(whole)) return single(whole);
    if (isLarge(magnitude)) return compact.format(whole);
    return all.length === 0 || (whole !== 0 && magnitude * 2 < 10 ** -places)
      ? single(whole)
      : equal.format(whole || 0);
  };
}

/** Formats the values of one series of a chart, as `valueFormat` does. Returns null for null. */
export function seriesFormat(
  { kind, unit }: Pick<ChartDocument, 'kind' | 'unit'>,
  { values, unit: own = unit }: Pick<ChartSeries, 'values' | 'unit'>,
  language: string,
): (value: number | null) => string | null {
  // The unit of a histogram is that of its axis.
  const format = valueFormat(language, kind === 'histogram' ? null : own, values);
  return (value) => (value === null ? null : format(value));
}

/** Number of decimal places of a number that is not extreme. */
function decimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

/** Rounds off floating-point errors in a product of decimals. */
export function tidy(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : value;
}

/** Formats the ticks of an axis in the given unit with no more digits than needed: `1.20M`, `20,000`. */
export function tickFormat(language: string, ticks: readonly number[], unit: string | null = null) {
  const format = valueFormat(language, unit, ticks, TICK_DIGITS);
  return (value: number): string => (value === 0 ? intlNumbers(language).format(0) : format(value));
}
