import type { FieldBlock } from '../model.ts';

/** How the cells of a column are written. */
export interface FieldColumn {
  /** Name the column is published under. */
  name: string;
  isNumeric: boolean;
  /** Each cell of a column of numbers is a JSON number as it stands, or empty. */
  isPlain: boolean;
  /** Some texts stand for null. */
  hasOwnNulls: boolean;
  /** JSON token of any cell. */
  toJson: (cell: string) => string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSING_BRACE = 0x7d;

/** Longest JSON token of a byte: `\u001f`. */
const LONGEST_TOKEN = 6;

/** Bytes that are copied at a time: so many may be written behind the end of what is meant. */
const WORD = 4;

const encoder = new TextEncoder();
const NULL = viewOf(encoder.encode('null'));

/** Bytes that are being filled; there is room for all that is written. */
export interface Target {
  bytes: Uint8Array;
  /** The same bytes. */
  view: DataView;
}

/** Turns records that are given as bytes into the bytes of their JSON. */
export class FieldEncoder {
  readonly #columns: readonly FieldColumn[];
  readonly #keys: readonly { view: DataView; length: number }[];
  readonly #keysLength: number;
  readonly #quote: number;

  /** `quote` is the byte that quotes cells in the file, -1 where none are quoted. */
  constructor(columns: readonly FieldColumn[], quote: number) {
    this.#columns = columns;
    this.#keys = columns.map(({ name }, index) => {
      const key = encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      return { view: viewOf(key), length: key.length };
    });
    this.#keysLength = this.#keys.reduce((sum, { length }) => sum + length, 0);
    this.#quote = quote;
  }

  /** Bytes that must be free for the JSON of a record. */
  mostBytes({ bounds, width }: FieldBlock, record: number): number {
    const first = bounds[record * width * 2] as number;
    const end = bounds[(record + 1) * width * 2 - 1] as number;
    return this.#keysLength + (end - first) * LONGEST_TOKEN + width * LONGEST_TOKEN + WORD;
  }

  /** Writes the JSON of a record from an offset on; returns the offset behind it. */
  encode(block: FieldBlock, record: number, target: Target, offset: number): number {
    const { bytes, view: source, bounds, special, width } = block;
    const { view } = target;
    let at = offset;
    for (let cell = 0; cell < width; cell += 1) {
      const key = this.#keys[cell] as { view: DataView; length: number };
      for (let index = 0; index < key.length; index += WORD) view.setUint32(at + index, key.view.getUint32(index));
      at += key.length;
      const index = record * width + cell;
      const start = bounds[index * 2] as number;
      const end = bounds[index * 2 + 1] as number;
      const column = this.#columns[cell] as FieldColumn;
      if (start === end) {
        view.setUint32(at, NULL.getUint32(0));
        at += 4;
      } else if (column.isNumeric && column.isPlain) {
        for (let from = start; from < end; from += WORD) view.setUint32(at + from - start, source.getUint32(from));
        at += end - start;
      } else if (column.isNumeric || column.hasOwnNulls || isBlank(bytes[start] as number)) {
        at = put(encoder.encode(column.toJson(block.textOf(record, cell))), target.bytes, at);
      } else if (special[index] === 1) {
        at = this.#putSpecial(bytes, start, end, target.bytes, at);
      } else {
        view.setUint8(at, QUOTE);
        for (let from = start; from < end; from += WORD) view.setUint32(at + 1 + from - start, source.getUint32(from));
        at += end - start + 2;
        view.setUint8(at - 1, QUOTE);
      }
    }
    view.setUint8(at, CLOSING_BRACE);
    return at + 1;
  }

  /** Writes a text as a JSON string (RFC 8259, section 7), escaped as `JSON.stringify` does it. */
  #putSpecial(bytes: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): number {
    const isQuoted = bytes[start - 1] === this.#quote;
    let at = offset;
    target[at] = QUOTE;
    at += 1;
    for (let from = start; from < end; from += 1) {
      const code = bytes[from] as number;
      if (isQuoted && code === this.#quote) from += 1;
      if (code >= 0x20 && code !== QUOTE && code !== BACKSLASH) {
        target[at] = code;
        at += 1;
      } else at = put(ESCAPES[code] as Uint8Array, target, at);
    }
    target[at] = QUOTE;
    return at + 1;
  }
}

/** Bytes, filled up to a multiple of a word. */
function viewOf(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil(bytes.length / WORD) * WORD);
  whole.set(bytes);
  return new DataView(whole.buffer);
}

/** By a byte below 128: its escaped form in a JSON string, without the quotes around. */
const ESCAPES: readonly Uint8Array[] = Array.from({ length: 128 }, (_, code) =>
  encoder.encode(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
);

function put(token: Uint8Array, target: Uint8Array, at: number): number {
  for (let index = 0; index < token.length; index += 1) target[at + index] = token[index] as number;
  return at + token.length;
}

/** Blanks alone are no text. */
function isBlank(code: number): boolean {
  return code <= 0x20;
}
