/**
 * A hash of 53 bits, equal for rows with equal cells. Two different rows have the same hash in one of 9 × 10^15 cases, unless somebody
 * constructs them.
 */
export function hashRow(record: readonly string[]): number {
  // Two hashes with one multiplication for each code unit, as in FNV-1a. The second also shifts its upper bits down, so that they differ.
  let first = 0x1b873593;
  let second = 0x2f0b4a27;
  for (let cell = 0; cell < record.length; cell += 1) {
    const text = record[cell] as string;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      first = Math.imul(first ^ code, 0x5bd1e995);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 15;
    }
    // The end of a cell counts as a code unit that no cell contains.
    first = Math.imul(first ^ 0x10000, 0x5bd1e995);
    second = Math.imul(second ^ 0x10000, 0x85ebca6b);
  }
  return (mix(first ^ second) >>> 11) * 2 ** 32 + (mix(second) >>> 0);
}

/** The finishing mixer of MurmurHash3: a change of any bit changes half of the bits. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
