/** Bytes that happen to be valid UTF-8 rarely have this many characters beyond ASCII. */
const ENOUGH = 4;

/** Detects whether a file whose declared encoding is another one is in fact UTF-8. */
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

  /** Whether all bytes so far are valid UTF-8, with enough characters beyond ASCII to rule out chance. */
  get isUtf8(): boolean {
    return this.#decoder !== null && this.#beyondAscii >= ENOUGH;
  }
}
