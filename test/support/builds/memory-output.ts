import { hash } from 'node:crypto';
import type { ListingOutput, WrittenFile } from '../../../src/model.ts';

/** An output that keeps its files in memory. Like an output folder, it refuses to write a file twice. */
export type MemoryOutput = ListingOutput & { readonly files: Map<string, string> };

export function memoryOutput(): MemoryOutput {
  const files = new Map<string, string>();
  const parts = new Map<string, Uint8Array[]>();
  const written: WrittenFile[] = [];
  const write = (path: string, body: string | Uint8Array): void => {
    if (files.has(path)) throw new Error(`${path} was written twice`);
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    files.set(path, text);
    written.push({ path, bytes: Buffer.byteLength(text), modified: 0, digest: '' });
  };
  return {
    files,
    written,
    reused: [],
    write,
    part(path, number) {
      const chunks: Uint8Array[] = [];
      return {
        // The slice of a Buffer would be the same bytes.
        write: (bytes) => void chunks.push(new Uint8Array(bytes)),
        end: () => void parts.set(`${path} ${number}`, chunks),
      };
    },
    joinParts(path, count) {
      const chunks = Array.from({ length: count }, (_, number) => parts.get(`${path} ${number}`) ?? []);
      const bytes = Buffer.concat(chunks.flat());
      write(path, bytes);
      return { bytes: bytes.length, sha256: hash('sha256', bytes) };
    },
  };
}
