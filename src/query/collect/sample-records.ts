/**
 * Chooses `size` of the records with these numbers, in their order. Each record has a rank that depends on its number and the seed alone,
 * and those with the lowest ranks are chosen, so every record has the same chance.
 */
export function sampleOf(numbers: readonly number[], size: number, seed: number): number[] {
  if (size >= numbers.length) return [...numbers];
  const ranks = Uint32Array.from(numbers, (number) => rankOf(number, seed));
  // No two records have the same rank, since each step of the hash can be undone.
  const limit = ranks.slice().sort()[size] as number;
  return numbers.filter((_, at) => (ranks[at] as number) < limit);
}

/** Hashes a number and a seed to 32 bits, with the last steps of MurmurHash3 (A. Appleby, in the public domain). */
function rankOf(number: number, seed: number): number {
  let hash = number ^ Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
