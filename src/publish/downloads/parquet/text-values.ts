import { bytesOfIndexes, ColumnValues, type EncodedValues, enlarged, FIRST_CAPACITY } from './column-values.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** Bytes of the length before each text. */
const LENGTH_BYTES = 4;
/** Where FNV-1a begins: anywhere, so that nobody can choose texts that all have one hash. The file does not depend on it. */
const FNV_BASIS = Math.floor(Math.random() * 2 ** 32) | 0;
/** The prime of FNV-1a for 32 bits. */
const FNV_PRIME = 0x01000193;

/** Texts, in UTF-8 (BYTE_ARRAY). Each distinct text is kept once. */
export class TextValues extends ColumnValues {
  readonly type = 'BYTE_ARRAY';
  /** Bytes of all values in the encoding PLAIN. */
  #plainBytes = 0;
  #indexes = new Uint32Array(FIRST_CAPACITY);
  #distinct = 0;
  /** The distinct texts in the encoding PLAIN. */
  #texts = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** Where each distinct text begins, and where the last one ends, lengths included. */
  #starts = new Uint32Array(FIRST_CAPACITY + 1);
  #hashes = new Int32Array(FIRST_CAPACITY);
  /** For each place, 1 more than the position of its text; 0 if it is free. At most half of the places are taken. */
  #table = new Uint32Array(FIRST_CAPACITY * 2);

  add(json: Buffer, start: number): number {
    this.addLevel(1);
    let hash = FNV_BASIS;
    let at = start + 1;
    for (let byte = json[at] as number; byte !== QUOTE; byte = json[++at] as number) {
      if (byte === BACKSLASH) return this.#addEscaped(json, start, at);
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    this.#addBytes(json, start + 1, at, hash);
    return at + 1;
  }

  /** Adds a text with escapes; `first` is where the first of them is. */
  #addEscaped(json: Buffer, start: number, first: number): number {
    let end = first;
    while (json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
    const bytes = Buffer.from(JSON.parse(json.toString('utf8', start, end + 1)));
    let hash = FNV_BASIS;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME);
    this.#addBytes(bytes, 0, bytes.length, hash);
    return end + 1;
  }

  #addBytes(bytes: Buffer, start: number, end: number, hash: number): void {
    const mask = this.#table.length - 1;
    let place = (hash ^ (hash >>> 15)) & mask;
    let known = this.#table[place] as number;
    while (known !== 0 && !(this.#hashes[known - 1] === hash && this.#isText(known - 1, bytes, start, end))) {
      place = (place + 1) & mask;
      known = this.#table[place] as number;
    }
    if (known === 0) {
      known = this.#addDistinct(bytes, start, end, hash);
      this.#table[place] = known;
      if (known * 2 > mask) this.#rehash();
    }
    this.#indexes[this.valueCount++] = known - 1;
    this.#plainBytes += LENGTH_BYTES + end - start;
  }

  #isText(index: number, bytes: Buffer, start: number, end: number): boolean {
    const from = (this.#starts[index] as number) + LENGTH_BYTES;
    if ((this.#starts[index + 1] as number) - from !== end - start) return false;
    const texts = this.#texts;
    for (let at = start; at < end; at += 1) if (texts[from + at - start] !== bytes[at]) return false;
    return true;
  }

  /** Keeps a text that is new; returns the number of distinct texts. */
  #addDistinct(bytes: Buffer, start: number, end: number, hash: number): number {
    const index = this.#distinct;
    if (index === this.#hashes.length) {
      this.#hashes = enlarged(this.#hashes);
      const starts = new Uint32Array(this.#hashes.length + 1);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    const from = this.#starts[index] as number;
    const to = from + LENGTH_BYTES + end - start;
    if (to > this.#texts.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(to, this.#texts.length * 2));
      this.#texts.copy(larger, 0, 0, from);
      this.#texts = larger;
    }
    this.#texts.writeUInt32LE(end - start, from);
    bytes.copy(this.#texts, from + LENGTH_BYTES, start, end);
    this.#hashes[index] = hash;
    this.#starts[index + 1] = to;
    this.#distinct += 1;
    return this.#distinct;
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let index = 0; index < this.#distinct; index += 1) {
      const hash = this.#hashes[index] as number;
      let place = (hash ^ (hash >>> 15)) & mask;
      while (table[place] !== 0) place = (place + 1) & mask;
      table[place] = index + 1;
    }
    this.#table = table;
  }

  encode(): EncodedValues | null {
    if (this.valueCount === 0) return null;
    const distinct = this.#distinct;
    const all = this.#texts.subarray(0, this.#starts[distinct]);
    const extremes = this.#extremes();
    if (all.length + bytesOfIndexes(this.valueCount, distinct) < this.#plainBytes) {
      return { plain: all, indexes: this.#indexes.subarray(0, this.valueCount), distinct, ...extremes };
    }
    // Without repetitions, the distinct texts are all texts in their order.
    const plain = distinct === this.valueCount ? all : this.#repeated();
    return { plain, indexes: null, distinct: 0, ...extremes };
  }

  #extremes(): { min: Uint8Array; max: Uint8Array } {
    let min = this.#textAt(0);
    let max = min;
    for (let index = 1; index < this.#distinct; index += 1) {
      const text = this.#textAt(index);
      if (Buffer.compare(text, min) < 0) min = text;
      else if (Buffer.compare(text, max) > 0) max = text;
    }
    return { min: new Uint8Array(min), max: new Uint8Array(max) };
  }

  #textAt(index: number): Buffer {
    return this.#texts.subarray((this.#starts[index] as number) + LENGTH_BYTES, this.#starts[index + 1]);
  }

  #repeated(): Uint8Array {
    const plain = Buffer.allocUnsafe(this.#plainBytes);
    let at = 0;
    for (let index = 0; index < this.valueCount; index += 1) {
      const text = this.#indexes[index] as number;
      at += this.#texts.copy(plain, at, this.#starts[text], this.#starts[text + 1]);
    }
    return plain;
  }

  override clear(): void {
    super.clear();
    this.#plainBytes = 0;
    this.#distinct = 0;
    this.#table.fill(0);
  }

  protected override enlarge(): void {
    super.enlarge();
    this.#indexes = enlarged(this.#indexes);
  }
}
