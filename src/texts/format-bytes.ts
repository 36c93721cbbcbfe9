/*
 * Formats file sizes. This is a separate module because the API page's script needs none of the other formats.
 */

import { intlNumbers, type NumberFormatter } from './intl-formats.ts';

/** Makes a formatter for file sizes: `870 bytes`, `14 kB`, `1.4 MB`. `tag` is a language tag (BCP 47) that Intl supports. */
export function bytesFormat(tag: string): (bytes: number) => string {
  const unit = (name: string, digits: number): NumberFormatter =>
    intlNumbers(tag, {
      style: 'unit',
      unit: name,
      unitDisplay: name === 'byte' ? 'long' : 'short',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const [single, kilo, mega] = [unit('byte', 0), unit('kilobyte', 0), unit('megabyte', 1)];
  return (bytes) => {
    if (bytes < 1000) return single.format(bytes);
    return bytes < 999_500 ? kilo.format(bytes / 1000) : mega.format(bytes / 1e6);
  };
}
