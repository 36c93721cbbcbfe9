/** The words of some names, each as a hash: making a text of every word takes ten times as long. */
export interface WordHashes {
  /** Of the words of all names, one name after another. */
  hashes: Int32Array;
  /** Where the words of each name end in `hashes`. */
  ends: Uint32Array;
  /** Sum of the hashes of each name, which does not depend on the order of its words. */
  sums: Int32Array;
  /** Of each name, a bit for each of its words. A name that lacks a bit of a word does not have the word. */
  bits: Int32Array;
}

const HYPHEN = 0x2d;

/** Hashes the words of names, which hyphens separate, in a time proportional to the length of the names. */
export function hashWords(names: readonly string[]): WordHashes {
  // A word takes at least two characters with its hyphen; the last one has none.
  const hashes = new Int32Array(names.reduce((sum, name) => sum + Math.ceil(name.length / 2), 0));
  const ends = new Uint32Array(names.length);
  const sums = new Int32Array(names.length);
  const bits = new Int32Array(names.length);
  let end = 0;
  for (const [index, name] of names.entries()) {
    let sum = 0;
    let bit = 0;
    let hash = FNV_BASIS;
    for (let at = 0, start = 0; at <= name.length; at += 1) {
      const unit = at < name.length ? name.charCodeAt(at) : HYPHEN;
      if (unit !== HYPHEN) {
        hash = Math.imul(hash ^ unit, FNV_PRIME);
        continue;
      }
      if (start < at) {
        hashes[end] = hash;
        end += 1;
        bit |= bitOf(hash);
        sum = (sum + Math.imul(hash ^ (hash >>> 16), FNV_PRIME)) | 0;
      }
      hash = FNV_BASIS;
      start = at + 1;
    }
    ends[index] = end;
    sums[index] = sum;
    bits[index] = bit;
  }
  return { hashes: hashes.slice(0, end), ends, sums, bits };
}

function bitOf(hash: number): number {
  return 1 << (hash >>> 27);
}

/** Constants of the hash FNV-1a (RFC 9923, section 5). */
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** Slots of a hash table. It is a power of two, and more than twice the number of words that are looked for. */
const SLOTS = 512;

/** For each name 1 if it has all the given words, which are at most 200, else 0. Hashes can agree by chance, so a 1 may be wrong. */
export function mayHaveAll(given: Iterable<number>, { hashes, ends, bits }: WordHashes): Uint8Array {
  const wanted = Int32Array.from(new Set(given));
  const wantedBits = wanted.reduce((all, hash) => all | bitOf(hash), 0);
  /** The index in `wanted` of each word, counted from 1, in the slot of its hash, or in the next one that was free. */
  const table = new Uint8Array(SLOTS);
  for (const [index, hash] of wanted.entries()) {
    let slot = hash & (SLOTS - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    table[slot] = index + 1;
  }
  /** The last name that has each wanted word, counted from 1. */
  const lastName = new Uint32Array(wanted.length);
  const flags = new Uint8Array(ends.length);
  for (let index = 0, start = 0; index < ends.length; index += 1) {
    const end = ends[index] as number;
    let at = start;
    start = end;
    if ((wantedBits & ~(bits[index] as number)) !== 0) continue;
    let found = 0;
    // The name must have enough words left for those that are still wanted.
    for (; end - at >= wanted.length - found && at < end; at += 1) {
      const hash = hashes[at] as number;
      let slot = hash & (SLOTS - 1);
      while (table[slot] !== 0 && wanted[(table[slot] as number) - 1] !== hash) slot = (slot + 1) & (SLOTS - 1);
      const word = table[slot] as number;
      if (word === 0 || lastName[word - 1] === index + 1) continue;
      lastName[word - 1] = index + 1;
      found += 1;
    }
    if (found === wanted.length) flags[index] = 1;
  }
  return flags;
}
