/** So many texts are remembered, of at most so many bytes each. */
const MOST_TEXTS = 64;
const LONGEST_TEXT = 64;
const SLOTS = 256;

/** Remembers a few texts by their bytes, so that no text need be made of those that come again and again. */
export class KnownTexts {
  /** By a slot of the hash: the text's bytes. */
  readonly #texts: (Uint8Array | undefined)[] = [];
  #count = 0;

  has(bytes: Uint8Array, start: number, end: number): boolean {
    return (
      this.#count > 0 && end - start <= LONGEST_TEXT && this.#texts[this.#slotFor(bytes, start, end)] !== undefined
    );
  }

  /** Remembers a text, if there is room. */
  add(bytes: Uint8Array, start: number, end: number): void {
    if (this.#count >= MOST_TEXTS || end - start > LONGEST_TEXT) return;
    if (this.#count === 0) this.#texts.push(...Array<undefined>(SLOTS).fill(undefined));
    const slot = this.#slotFor(bytes, start, end);
    if (this.#texts[slot] !== undefined) return;
    this.#texts[slot] = bytes.slice(start, end);
    this.#count += 1;
  }

  /** The slot that holds a text, or the empty one where it belongs. */
  #slotFor(bytes: Uint8Array, start: number, end: number): number {
    let slot = slotOf(bytes, start, end);
    for (
      let text = this.#texts[slot];
      text !== undefined && !isEqual(text, bytes, start, end);
      text = this.#texts[slot]
    ) {
      slot = (slot + 1) % SLOTS;
    }
    return slot;
  }
}

function isEqual(text: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at += 1) if (text[at] !== bytes[start + at]) return false;
  return true;
}

function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
