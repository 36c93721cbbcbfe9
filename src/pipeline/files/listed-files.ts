import type { Written, WrittenFile } from '../../model.ts';

/** Number and bytes of some files. */
export function totalOf(files: readonly WrittenFile[]): Written {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
