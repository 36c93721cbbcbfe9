import { intlNumbers } from './intl-formats.ts';
import { isExtreme, powerOfTen } from './power-of-ten.ts';

/**
 * Formats a JSON number with all its digits: `1,234.50`, `1.50 × 10³⁰` if it is extreme and written with an exponent. Numbers with over 100
 * decimal places stay unchanged.
 */
export function exactNumber(tag: string, digits: string): string {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  const [, fraction = ''] = mantissa.split('.');
  const value = Number(digits);
  if (exponent !== '0' && isExtreme(value)) return Number.isFinite(value) ? powerOfTen(tag, value, 17) : digits;
  const places = Math.max(0, fraction.length - Number(exponent));
  // Intl supports at most 100 fraction digits (ECMA-402, SetNumberFormatDigitOptions).
  if (places > 100) return digits;
  const exact = intlNumbers(tag, { minimumFractionDigits: places, maximumFractionDigits: places });
  return exact.format(digits as Intl.StringNumericLiteral);
}
