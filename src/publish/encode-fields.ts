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

/** Longest JSON token of a byte: `\u001f`. */
const LONGEST_TOKEN = 6;

const encoder = new TextEncoder();
const NULL = encoder.encode('null');

/** Turns records that are given as bytes into the bytes of their JSON. */
export class FieldEncoder {
  readonly #columns: readonly FieldColumn[];
  readonly #keys: readonly Uint8Array[];
  readonly #keysLength: number;
  readonly #quote: number;

  /** `quote` is the byte that quotes cells in the file, -1 where none are quoted. */
  constructor(columns: readonly FieldColumn[], quote: number) {
    this.#columns = columns;
    this.#keys = columns.map(({ name }, index) => encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    this.#keysLength = this.#keys.reduce((sum, { length }) => sum + length, 0);
    this.#quote = quote;
  }

  /** Bytes that the JSON of a record takes at most. */
  mostBytes({ bounds, width }: FieldBlock, record: number): number {
    const first = bounds[record * width * 2] as number;
    const end = bounds[(record + 1) * width * 2 - 1] as number;
    return this.#keysLength + (end - first) * LONGEST_TOKEN + width * LONGEST_TOKEN + 1;
  }

  /** Writes the JSON of a record from an offset on, where there is room for it; returns the offset behind it. */
  encode(block: FieldBlock, record: number, target: Uint8Array, offset: number): number {
    const { bytes, bounds, width } = block;
    let at = offset;
    for (let cell = 0; cell < width; cell += 1) {
      const key = this.#keys[cell] as Uint8Array;
      for (let index = 0; index < key.length; index += 1) target[at + index] = key[index] as number;
      at += key.length;
      const bound = (record * width + cell) * 2;
      const start = bounds[bound] as number;
      const end = bounds[bound + 1] as number;
      const column = this.#columns[cell] as FieldColumn;
      if (start === end) at = put(NULL, target, at);
      else if (column.isNumeric && column.isPlain) {
        for (let from = start; from < end; from += 1) {
          target[at] = bytes[from] as number;
          at += 1;
        }
      } else if (column.isNumeric || column.hasOwnNulls || isBlank(bytes[start] as number)) {
        at = put(encoder.encode(column.toJson(block.textOf(record, cell))), target, at);
      } else at = this.#putText(bytes, start, end, target, at);
    }
    target[at] = 0x7d;
    return at + 1;
  }

  /** Writes a text as a JSON string (RFC 8259, section 7), escaped as `JSON.stringify` does it. */
  #putText(bytes: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): number {
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
