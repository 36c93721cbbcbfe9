/** What a shard says of itself, so that parts which do not belong together, or are not whole, are not merged. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Name of the file in a shard's output. */
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
  /** Of the names and sizes of all datasets, those of the other shards too. */
  digest: z.string(),
  /** What was published here: the number of each dataset's files, and their bytes. */
  datasets: z.array(z.object({ config: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), files: count, bytes: count })),
});

export type ShardManifest = z.infer<typeof manifestSchema>;

/** Writes the manifest into the folder of a shard's output. */
export function writeManifest(folder: string, manifest: ShardManifest): void {
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads the manifest of a shard's output; throws when there is none. */
export function readManifest(folder: string): ShardManifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')));
}
