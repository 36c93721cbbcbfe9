import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';

/** A Parquet file as a reader that is not ours sees it. */
export interface ParquetTable {
  metadata: FileMetaData;
  names: string[];
  /** Integers as BigInt, other numbers as doubles, texts, and null. */
  rows: unknown[][];
}

export async function readParquet(bytes: Uint8Array): Promise<ParquetTable> {
  const buffer = new Uint8Array(bytes).buffer;
  const metadata = parquetMetadata(buffer);
  let rows: unknown[][] = [];
  await parquetRead({
    file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
    metadata,
    rowFormat: 'array',
    onComplete: (all) => {
      rows = all as unknown[][];
    },
  });
  return { metadata, names: metadata.schema.slice(1).map(({ name }) => name), rows };
}

/** What Parquet holds of a cell with some JSON. */
export function storedValue(type: string, token: string): unknown {
  if (token === 'null') return null;
  if (type === 'int64') return BigInt(token);
  return type === 'float64' ? Number(token) : JSON.parse(token);
}
