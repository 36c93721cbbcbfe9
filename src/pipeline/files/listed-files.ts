import type { ListedFiles, Written } from '../../model.ts';

/** Number and bytes of some files. */
export function totalOf({ written, reused }: ListedFiles): Written {
  const total = { files: written.length, bytes: 0 };
  for (const { bytes } of written) total.bytes += bytes;
  for (const { sizes } of reused) {
    total.files += sizes.length;
    for (const bytes of sizes) total.bytes += bytes;
  }
  return total;
}
