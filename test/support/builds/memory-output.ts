import { hash } from 'node:crypto';
import type { JoinedFile, ListingOutput, WrittenFile } from '../../../src/model.ts';
import { ZLIB } from '../../../src/pipeline/output/zlib.ts';

/**
 * An output that keeps its files in memory, binary ones with one character for each byte. Like an output folder, it refuses to write a file
 * twice.
 */
export type MemoryOutput = ListingOutput & { readonly files: Map<string, string> };

export function memoryOutput(): MemoryOutput {
  const files = new Map<string, string>();
  const parts = new Map<string, Uint8Array[]>();
  const written: WrittenFile[] = [];
  const write = (path: string, body: string | Uint8Array): void => {
    if (files.has(path)) throw new Error(`${path} was written twice`);
    const text = typeof body === 'string' ? body : textOf(path, body);
    files.set(path, text);
    written.push({ path, bytes: Buffer.byteLength(body), modified: 0, digest: hash('sha256', body) });
  };
  return {
    files,
    written,
    write,
    part(path, number) {
      const chunks: Uint8Array[] = [];
      return {
        // The slice of a Buffer would be the same bytes.
        write: (bytes) => void chunks.push(new Uint8Array(bytes)),
        end: () => void parts.set(`${path} ${number}`, chunks),
      };
    },
    joinParts(path, count, endOf) {
      const chunks = Array.from({ length: count }, (_, number) => parts.get(`${path} ${number}`) ?? []);
      const before = Buffer.concat(chunks.flat());
      const bytes = endOf ? Buffer.concat([before, endOf(described(before))]) : before;
      write(path, bytes);
      return described(bytes);
    },
    zlib: ZLIB,
  };
}

function described(bytes: Uint8Array): JoinedFile {
  return { bytes: bytes.length, sha256: hash('sha256', bytes) };
}

/**
 * The bytes of a file, or of a part of one, as text: UTF-8, or for a binary format one character for each byte. Throws an error if the
 * bytes are not UTF-8.
 */
export function textOf(path: string, body: Uint8Array): string {
  if (/\.(?:parquet|xlsx)(?:\.part-|$)/.test(path)) return Buffer.from(body).toString('latin1');
  return new TextDecoder('utf-8', { fatal: true }).decode(body);
}
