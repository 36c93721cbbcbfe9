import { BY_CALLER, NUMBERS_AS_THEY_STAND, TEXTS, WRITTEN_BYTES } from '../kernel/constants.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock } from '../model.ts';
import { cellEncoder } from '../profile/cells/interpret-cell.ts';
import type { EncodedRecords, WrittenColumn } from '../publish/records/record-writer.ts';

const encoder = new TextEncoder();

/**
 * Returns a function that encodes records `from` to `to`, exclusive, of the last scanned block as JSON, or as many as fit. The result is
 * valid until the next call.
 */
export function byteEncoder(
  kernel: Kernel,
  columns: readonly WrittenColumn[],
): (block: ByteBlock, from: number, to: number) => EncodedRecords {
  const { call, results } = kernel;
  /** For each column, how the cells are encoded that the kernel leaves to its caller. */
  const encoders = columns.map(({ isNumeric, description }) => cellEncoder(isNumeric, description));
  /** Address of the table of columns in the kernel's memory. */
  const table = kernel.allocate(columns.length * WRITTEN_BYTES);
  for (const [index, column] of columns.entries()) {
    const key = encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
    const address = kernel.allocate(key.length);
    kernel.bytes.set(key, address);
    const written = table + index * WRITTEN_BYTES;
    new Uint32Array(kernel.bytes.buffer, written).set([address, key.length, modeOf(column)]);
  }
  const size = call.prepareEncode(table);
  /** Address of the buffer for the JSON. */
  const start = kernel.allocate(size);
  const limit = start + size;
  return (block, from, to) => {
    let end = call.encode(table, from, 0, to, start, start, limit);
    for (let cell = results.stoppedCell.value; cell >= 0; cell = results.stoppedCell.value) {
      const record = results.stoppedAt.value;
      const toJson = encoders[cell] as (cell: string) => string;
      end += kernel.bytes.write(toJson(block.textOf(record, cell)), end);
      end = call.encode(table, record, cell + 1, to, start, end, limit);
    }
    return { bytes: kernel.bytes, start, end, count: results.stoppedAt.value - from };
  };
}

/** Mode in which the kernel writes the cells of a column. In `BY_CALLER`, the caller writes the non-empty ones. */
function modeOf({ isNumeric, isPlain, description }: WrittenColumn): number {
  if (isNumeric) return isPlain ? NUMBERS_AS_THEY_STAND : BY_CALLER;
  return description.missing?.length ? BY_CALLER : TEXTS;
}
