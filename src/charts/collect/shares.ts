import { MAX_SERIES } from '../../contract/limits.ts';

/** A part of a whole: its values, one for each time or thing. */
export interface Part {
  name: string;
  values: readonly (number | null)[];
}

/** Maximum number of parts that are drawn: those that have colours, and a grey one. */
const MAX_PARTS = MAX_SERIES + 1;
/** Parts add up to the whole at this share of the places, and at least at `MIN_PLACES`. */
const [MOSTLY, MIN_PLACES] = [0.9, 3];
/** Tolerance of a sum, and of one of percentages, which are often rounded to whole ones. */
const [ROUNDING, ROUNDING_OF_PERCENT] = [0.002, 0.01];

const PERCENT = /^\s*(?:%|per ?cent|prozent|pour ?cent|por ?ciento|percentage)/i;

/** Whether a unit is percent, of whatever whole. */
export function isPercent(unit: string | null): boolean {
  return PERCENT.test(unit ?? '');
}

/** Whether parts without negative values add up to `wholes`, which are given for each place. */
export function areParts(parts: readonly Part[], wholes: readonly (number | null)[]): boolean {
  if (parts.length < 2 || parts.some(({ values }) => values.some((value) => value !== null && value < 0))) return false;
  const places = sumsOf(parts).flatMap((sum, at) => (sum === null ? [] : [{ sum, whole: wholes[at] ?? 0 }]));
  const right = places.filter(
    ({ sum, whole }) => whole > 0 && Math.abs(sum - whole) <= whole * (whole === 100 ? ROUNDING_OF_PERCENT : ROUNDING),
  );
  return right.length >= Math.max(MIN_PLACES, places.length * MOSTLY);
}

/**
 * Shares of the sum of all parts, in percent. Of more than `MAX_PARTS` parts, the largest have their own,
 * and the others have one together, which is called `rest`.
 */
export function sharesOf(parts: readonly Part[], rest: string): Part[] {
  const sums = sumsOf(parts);
  const shares = parts.map(({ name, values }) => ({
    name,
    values: values.map((value, at) => (sums[at] ? ((value ?? 0) / sums[at]) * 100 : null)),
  }));
  if (parts.length <= MAX_PARTS) return shares;
  const size = ({ values }: Part): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const largest = [...shares].sort((a, b) => size(b) - size(a)).slice(0, MAX_PARTS - 1);
  const others = shares.filter((part) => !largest.includes(part));
  return [...shares.filter((part) => largest.includes(part)), { name: rest, values: sumsOf(others) }];
}

/** Sums of the parts at each place, without those that have no value there; null if none has. */
function sumsOf(parts: readonly Part[]): (number | null)[] {
  return (parts[0]?.values ?? []).map((_, at) => {
    const values = parts.flatMap((part) => part.values[at] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}
