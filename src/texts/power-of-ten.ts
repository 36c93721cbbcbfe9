import { intlNumbers } from './intl-formats.ts';

/** Beyond these magnitudes numbers are written with powers of ten. */
export const [SMALLEST, LARGEST] = [1e-6, 1e15];

/** Whether a number has too many zeros to be read. */
export function isExtreme(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude !== 0 && (magnitude >= LARGEST || magnitude < SMALLEST);
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A number with a power of ten as people write it: `2.447 × 10⁻⁷`. */
export function powerOfTen(language: string, value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const number = intlNumbers(language, { maximumSignificantDigits: digits });
  if (!Number.isFinite(value)) return number.format(value);
  let [shown, power] = [Number(Number(mantissa).toPrecision(digits)), Number(exponent)];
  // 9.9999 is rounded to 10.
  if (Math.abs(shown) >= 10) [shown, power] = [shown / 10, power + 1];
  const raised = String(Math.abs(power)).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit);
  const ten = `10${power < 0 ? '⁻' : ''}${raised}`;
  if (Math.abs(shown) === 1) return shown < 0 ? `-${ten}` : ten;
  return `${number.format(shown)} × ${ten}`;
}

/** Writes numbers with a number of significant digits and at least their whole part; those with too many zeros by a power of ten. */
export function significant(language: string, digits: number, ofPower = digits): (value: number) => string {
  const plain = intlNumbers(language, {
    maximumSignificantDigits: digits,
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
  });
  return (value) => (isExtreme(value) ? powerOfTen(language, value, ofPower) : plain.format(value === 0 ? 0 : value));
}
