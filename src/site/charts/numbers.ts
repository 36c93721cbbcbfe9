/** Beyond these magnitudes numbers are written with powers of ten. */
const [SMALLEST, LARGEST] = [1e-6, 1e15];
/** From here on, an axis says thousands, millions or more in one word. */
const COMPACT_FROM = 100_000;
const MOST_DIGITS = 6;

/** Writes a value in full as far as a reader wants it: six significant digits, or its whole part. */
export function numberFormat(language: string): (value: number) => string {
  const plain = new Intl.NumberFormat(language, {
    maximumSignificantDigits: MOST_DIGITS,
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
  });
  const scientific = new Intl.NumberFormat(language, { notation: 'scientific', maximumSignificantDigits: 4 });
  return (value) => (isExtreme(value) ? scientific : plain).format(value === 0 ? 0 : value);
}

/** Writes the ticks of an axis as people do, all in one manner and with as few digits as tell them apart: `1.2M`, `20,000`, `0.5`. */
export function tickFormat(language: string, ticks: readonly number[]): (value: number) => string {
  const greatest = Math.max(0, ...ticks.map(Math.abs));
  const least = Math.min(...ticks.filter((tick) => tick !== 0).map(Math.abs));
  const notation =
    greatest >= LARGEST || (greatest !== 0 && greatest < 1e-4) || least < SMALLEST / 1000
      ? 'scientific'
      : greatest >= COMPACT_FROM
        ? 'compact'
        : 'standard';
  const formats = [0, 1, 2, 3, 4, 5, 6].map((digits) => {
    const options = { notation, maximumFractionDigits: digits } as const;
    const format = new Intl.NumberFormat(language, options);
    return (value: number): string => format.format(value === 0 ? 0 : value);
  });
  const isExact = (format: (value: number) => string): boolean => new Set(ticks.map(format)).size === ticks.length;
  const found = formats.findIndex(isExact);
  // One more digit if rounding makes even steps look uneven: 2.5 among 0, 5 and 7.5.
  const enough = found === -1 ? formats.length - 1 : Math.max(found, neededDigits(ticks, notation));
  return formats[Math.min(enough, formats.length - 1)] ?? String;
}

/** Digits after the point that the ticks have, in the unit in which they are written. */
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

function isExtreme(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude !== 0 && (magnitude >= LARGEST || magnitude < SMALLEST);
}
