import type { Place } from '../../model.ts';

/** Number of occurrences and the place of the first one. */
export class Occurrences {
  count = 0;
  place: Place | null = null;

  add(placeOf: () => Place | null, times = 1): void {
    this.count += times;
    this.place ??= placeOf();
  }
}
