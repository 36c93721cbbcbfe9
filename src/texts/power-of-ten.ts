import { intlNumbers, raised } from './intl-formats.ts';

/** Numbers other than zero are written with powers of ten if their magnitude is below `SMALLEST` or at least `LARGEST`. */
export const [SMALLEST, LARGEST] = [1e-6, 1e15];

/** Whether a number is too large or too close to zero to be readable in full. */
export function isExtreme(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude !== 0 && (magnitude >= LARGEST || magnitude < SMALLEST);
}

/** Formats a number as a multiple of a power of ten: `2.447 × 10⁻⁷`. `digits` is the number of significant digits. */
export function powerOfTen(language: string, value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const number = intlNumbers(language, { maximumSignificantDigits: digits });
  if (!Number.isFinite(value)) return number.format(value);
  let [shown, power] = [Number(Number(mantissa).toPrecision(digits)), Number(exponent)];
  // 9.9999 rounds to 10.
  if (Math.abs(shown) >= 10) [shown, power] = [shown / 10, power + 1];
  const ten = `10${raised(power)}`;
  if (Math.abs(shown) === 1) return shown < 0 ? `−${ten}` : ten;
  return `${number.format(shown)} × ${ten}`;
}

/** Formatter with `digits` significant digits, or more for long integer parts. Extreme numbers have `ofPower` digits and a power of ten. */
export function significant(language: string, digits: number, ofPower = digits): (value: number) => string {
  const plain = intlNumbers(language, {
    maximumSignificantDigits: digits,
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
  });
  return (value) => (isExtreme(value) ? powerOfTen(language, value, ofPower) : plain.format(value === 0 ? 0 : value));
}
