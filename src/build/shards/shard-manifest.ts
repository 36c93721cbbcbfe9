/* The manifest of a shard, by which merging recognises shards that do not belong together, or are not whole. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Name of the manifest in a shard's output. */
export const MANIFEST_FILE = 'shard.json';

const count = z.int().min(0);

const manifestSchema = z.object({
  /** From 1 to `shards`. */
  shard: z.int().min(1),
  shards: z.int().min(1),
  site: z.nullable(z.string()),
  base: z.string(),
  page_sizes: z.array(z.int().min(1)),
  layout: z.enum(['pages', 'packed']),
  /** Digest of the names and sizes of all datasets, including those of other shards. */
  digest: z.string(),
  /** The datasets of this shard, each with the number and the bytes of its files. */
  datasets: z.array(z.object({ config: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), files: count, bytes: count })),
});

export type ShardManifest = z.infer<typeof manifestSchema>;

/** Writes the manifest into the folder of a shard's output. */
export function writeManifest(folder: string, manifest: ShardManifest): void {
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads the manifest of a shard's output. Throws an error if there is no valid one. */
export function readManifest(folder: string): ShardManifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')));
}
