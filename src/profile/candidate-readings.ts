import type { CandidateReading, NumberFormat, Place } from '../model.ts';
import { formOfNumber, readFormatted } from './read-number.ts';

/** Number formats that publishers use without saying so. */
const CANDIDATES: readonly NumberFormat[] = [
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  { thousands: ' ' },
  { thousands: ' ', decimal: ',' },
  { thousands: '\u00A0' },
  { thousands: '\u00A0', decimal: ',' },
  { thousands: '\u202F' },
  { thousands: '\u202F', decimal: ',' },
  { thousands: "'" },
  { strip: { suffix: '%' } },
  { decimal: ',', strip: { suffix: '%' } },
  { thousands: ',', strip: { prefix: '$' } },
  { thousands: ',', strip: { prefix: '€' } },
  { thousands: ',', strip: { prefix: '£' } },
];

/**
 * Watches a column for number formats that would read all of its values: each value given rules out the formats that
 * do not read it, so a column of texts soon has none left.
 */
export class CandidateReadings {
  #left: { format: NumberFormat; count: number; first: Place | null }[] = CANDIDATES.map((format) => ({
    format,
    count: 0,
    first: null,
  }));

  /** Takes a value, blanks trimmed; `isPlain` says that it is a number without any format. */
  add(value: string, isPlain: boolean, placeOf: () => Place): void {
    // Every format reads a number that has no separator at all, and those with a point read one with a point.
    if (this.#left.length === 0 || (isPlain && !value.includes('.'))) return;
    let place: Place | null = null;
    this.#left = this.#left.filter((candidate) => {
      if (isPlain && candidate.format.decimal === undefined) return true;
      const read = readFormatted(value, candidate.format);
      if (read === null || formOfNumber(read) === null) return false;
      if (!isPlain) {
        candidate.count += 1;
        place ??= candidate.first ?? placeOf();
        candidate.first ??= place;
      }
      return true;
    });
  }

  /** The formats that read every value, where some value needs one; of two such formats, only the one that says less. */
  get found(): CandidateReading[] {
    const found = this.#left.flatMap(({ format, count, first }) => (first ? [{ format, count, first }] : []));
    return found.filter(
      ({ format }) => !found.some((other) => other.format !== format && contains(format, other.format)),
    );
  }
}

function contains(format: NumberFormat, part: NumberFormat): boolean {
  return (Object.keys(part) as (keyof NumberFormat)[]).every(
    (key) => JSON.stringify(part[key]) === JSON.stringify(format[key]),
  );
}
