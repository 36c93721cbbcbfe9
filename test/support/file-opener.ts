import { createHash } from 'node:crypto';
import type { OpenPublished, ReadPublished } from '../../src/model.ts';

/** Opens the files of a reader as a host with a disk does, and counts what is asked of it. */
export interface FileOpener {
  open: OpenPublished;
  /** Paths of the files whose digest was computed, in order. */
  digested: string[];
  /** Files that are open now. */
  opened(): number;
}

/** Pieces are small, so that lines and heads end within them and between them. */
export function fileOpener(read: ReadPublished, pieceBytes = 1 << 16): FileOpener {
  const digested: string[] = [];
  let opened = 0;
  return {
    digested,
    opened: () => opened,
    async open(path) {
      const bytes = await read(path);
      if (!bytes) return undefined;
      opened += 1;
      return {
        size: bytes.length,
        bytes: async () => bytes.slice(),
        async digest() {
          digested.push(path);
          return new Uint8Array(createHash('sha256').update(bytes).digest());
        },
        async *pieces(start, end) {
          for (let at = start; at < end; at += pieceBytes) yield bytes.slice(at, Math.min(at + pieceBytes, end));
        },
        async close() {
          opened -= 1;
        },
      };
    },
  };
}
