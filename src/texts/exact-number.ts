import { intlNumbers, raised } from './intl-formats.ts';

/** Exponents beyond this are written as powers of ten. */
const MAX_EXPONENT = 14;

/** Formats a JSON number with all its digits: `1,234.50`, `1.50 × 10³⁰`. Numbers with over 100 decimal places stay unchanged. */
export function exactNumber(tag: string, digits: string): string {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  const power = Number(exponent);
  if (Math.abs(power) > MAX_EXPONENT) return `${exactNumber(tag, mantissa)} × 10${raised(power)}`;
  const places = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - power);
  // Intl supports at most 100 fraction digits (ECMA-402, SetNumberFormatDigitOptions).
  if (places > 100) return digits;
  const exact = intlNumbers(tag, { minimumFractionDigits: places, maximumFractionDigits: places });
  return exact.format(digits as Intl.StringNumericLiteral);
}
