import { leastCapacity, type RecordWriter } from './record-writer.ts';

/** How the cells of a column are written. */
export interface EncodedColumn {
  /** Name the column is published under. */
  name: string;
  /** JSON token of any cell. */
  toJson: (cell: string) => string;
}

/** Makes the function that turns a record's cells into its JSON; the columns are in their order in the file. */
export function recordEncoder(columns: readonly EncodedColumn[]): (cells: readonly string[]) => string {
  const keys = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const encoders = columns.map(({ toJson }) => toJson);
  return (cells) => {
    let json = '';
    for (let index = 0; index < keys.length; index += 1) {
      json += (keys[index] as string) + (encoders[index] as (cell: string) => string)(cells[index] as string);
    }
    return `${json}}`;
  };
}

/** About how many characters are encoded at a time. */
const BATCH_LENGTH = 1 << 16;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const MAX_BYTES = 3;

/**
 * Passes records, given as JSON texts, to several writers. Each text is encoded once for all writers, and no call
 * brings more records than every writer can take.
 */
export class RecordFeed {
  readonly #writers: readonly RecordWriter[];
  #texts: string[] = [];
  /** Characters of `texts`. */
  #length = 0;
  #capacity: number;
  #bytes = Buffer.allocUnsafe(0);

  constructor(writers: readonly RecordWriter[]) {
    this.#writers = writers;
    this.#capacity = leastCapacity(writers);
  }

  /** Takes the JSON of the next record. */
  add(json: string): void {
    this.#texts.push(json);
    this.#length += json.length;
    if (this.#texts.length === this.#capacity || this.#length > BATCH_LENGTH) this.flush();
  }

  /** Passes on the records that are still held; to be called after the last record. */
  flush(): void {
    const count = this.#texts.length;
    if (count === 0) return;
    const text = this.#texts.join(',\n');
    const most = text.length * MAX_BYTES;
    if (this.#bytes.length < most) this.#bytes = Buffer.allocUnsafe(most);
    const end = this.#bytes.write(text);
    for (const writer of this.#writers) writer.add({ bytes: this.#bytes, start: 0, end, count });
    this.#texts = [];
    this.#length = 0;
    this.#capacity = leastCapacity(this.#writers);
  }
}
