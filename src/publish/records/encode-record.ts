import { leastCapacity, type RecordWriter } from './record-writer.ts';

/** Returns a function that encodes a record's cells as a JSON object. `columns` must be in the order of the cells. */
export function recordEncoder(
  columns: readonly { name: string; toJson: (cell: string) => string }[],
): (cells: readonly string[]) => string {
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

/** Approximate number of characters to encode at a time. */
const BATCH_LENGTH = 1 << 16;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES = 3;

/** Passes JSON records to several writers. Each record is converted to bytes only once, and no call exceeds the capacity of any writer. */
export function recordFeed(writers: readonly RecordWriter[]) {
  let texts: string[] = [];
  /** Total number of characters in `texts`. */
  let length = 0;
  let capacity = leastCapacity(writers);
  let bytes = Buffer.allocUnsafe(0);
  /** Passes all pending records to the writers. Must be called after the last record. */
  const flush = (): void => {
    const count = texts.length;
    if (count === 0) return;
    const text = texts.join(',\n');
    const maxBytes = text.length * MAX_BYTES;
    if (bytes.length < maxBytes) bytes = Buffer.allocUnsafe(maxBytes);
    const end = bytes.write(text);
    for (const writer of writers) writer.add({ bytes, start: 0, end, count });
    texts = [];
    length = 0;
    capacity = leastCapacity(writers);
  };
  const add = (json: string): void => {
    texts.push(json);
    length += json.length;
    if (texts.length === capacity || length > BATCH_LENGTH) flush();
  };
  return { add, flush };
}
