import type { Place } from '../../model.ts';

/** The number of times that something occurs, and its first place. */
export class Occurrences {
  count = 0;
  place: Place | null = null;

  add(placeOf: () => Place | null, times = 1): void {
    this.count += times;
    this.place ??= placeOf();
  }
}
