/*
 * Sizes of files by the conventions of a language. They stand apart from the other formats: of these, a script of the API page needs no
 * more.
 */

import { intlNumbers } from './intl-formats.ts';

/** Makes a function that writes a size: `870 bytes`, `14 kB`, `1.4 MB`. `tag` is a language tag (BCP 47) that Intl knows. */
export function bytesFormat(tag: string): (bytes: number) => string {
  const unit = (name: string, digits: number): Intl.NumberFormat =>
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
