import type { CountingOutput } from '../../../src/build/second-pass.ts';

/** An output that keeps the files in memory and, like that into a folder, refuses to write one twice. */
export type MemoryOutput = CountingOutput & { readonly files: ReadonlyMap<string, string> };

export function memoryOutput(): MemoryOutput {
  const files = new Map<string, string>();
  const written = { files: 0, bytes: 0 };
  return {
    files,
    written,
    write(path, body) {
      if (files.has(path)) throw new Error(`${path} was written twice`);
      const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
      files.set(path, text);
      written.files += 1;
      written.bytes += Buffer.byteLength(text);
    },
  };
}
