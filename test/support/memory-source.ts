import type { ByteSource } from '../../src/model.ts';

/** A byte source in memory. Like a file's, it reads each chunk into the same buffer. */
export function memorySource(content: string | Uint8Array): ByteSource {
  const bytes = Buffer.from(content);
  return {
    *readChunks(firstBytes, chunkBytes) {
      const buffer = Buffer.alloc(Math.min(bytes.length, Math.max(firstBytes, chunkBytes)));
      for (let at = 0, wanted = firstBytes; at < bytes.length; wanted = chunkBytes) {
        const length = bytes.copy(buffer, 0, at, Math.min(at + wanted, bytes.length));
        at += length;
        yield buffer.subarray(0, length);
      }
    },
    readPart(start, end, buffer) {
      if (end > bytes.length) return false;
      buffer.set(bytes.subarray(start, end));
      return true;
    },
  };
}
