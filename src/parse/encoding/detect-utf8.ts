/** So many characters beyond ASCII are hardly UTF-8 by chance. */
const ENOUGH = 4;

/** Tells whether the bytes of a file that is said to be in another encoding are UTF-8 all the same. */
export class Utf8Detector {
  #decoder: TextDecoder | null = new TextDecoder('utf-8', { fatal: true });
  #beyondAscii = 0;

  /** Takes the next bytes; null at the end. */
  add(bytes: Uint8Array | null): void {
    if (!this.#decoder) return;
    try {
      const text = bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
      if (this.#beyondAscii < ENOUGH) this.#beyondAscii += text.match(/\P{ASCII}/gu)?.length ?? 0;
    } catch {
      this.#decoder = null;
    }
  }

  get isUtf8(): boolean {
    return this.#decoder !== null && this.#beyondAscii >= ENOUGH;
  }
}
