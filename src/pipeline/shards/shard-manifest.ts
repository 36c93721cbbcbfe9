/* The manifest of a shard. Merging uses it to detect shards that are incomplete or do not belong together. */

import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Catalogue, ListedDataset, TextElement, TextNode, TextTag } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { type Affecting, SETTING_ROWS, SETTINGS } from '../../settings/settings.ts';

/** Name of the manifest file in a shard's output. */
export const SHARD_FILE = 'shard.json';

/** A path that cannot lead out of its folder, since no segment is empty or begins with a dot. */
const SAFE_PATH = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/;

/** Settings that must be the same for all shards, because they affect how datasets are published. */
type SharedSettings = Affecting<'site'>;

export const SHARED_SETTING_NAMES = SETTING_ROWS.flatMap(([name, { affects }]) =>
  affects === 'site' ? name : [],
) as (keyof SharedSettings)[];

const sharedSettings = z.object(
  Object.fromEntries(SHARED_SETTING_NAMES.map((name) => [name, z.unknown().refine((value) => isValueOf(name, value))])),
) as unknown as z.ZodType<SharedSettings>;

/** Whether a value is valid for a setting, that is, whether it stays the same when it is written as a string and parsed. */
function isValueOf(name: keyof SharedSettings, value: unknown): boolean {
  const given = value === null ? undefined : String(value);
  return attempt(() => isDeepStrictEqual(SETTINGS[name].read(given), value), false);
}

/** A name that may become part of a path, such as a config name. */
const slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/);

/** Tags allowed in texts, as listed in `TextTag`. The pages output them as HTML, so no other tag may be accepted. */
const TEXT_TAG = /^(?:p|h[2-6]|em|strong|del|code|pre|blockquote|ul|ol|li|hr|br|a|table|thead|tbody|tr|th|td)$/;

const textElement: z.ZodType<TextElement> = z.strictObject({
  tag: z.custom<TextTag>((tag) => typeof tag === 'string' && TEXT_TAG.test(tag)),
  id: z.string().exactOptional(),
  href: z
    .string()
    .regex(/^(?:https?:\/\/|mailto:|#)/i)
    .exactOptional(),
  path: z
    .string()
    .regex(/^(?![\\/]|\w+:)/)
    .exactOptional(),
  start: z.int().exactOptional(),
  align: z.enum(['center', 'end']).exactOptional(),
  get content() {
    return z.array(textNode);
  },
});

const textNode: z.ZodType<TextNode> = z.union([z.string(), textElement]);

/** The description of the catalogue. A shard may come from another machine, so whatever pages show or paths contain is validated. */
const catalogueSchema: z.ZodType<Catalogue> = z.object({
  title: z.string(),
  description: z.string(),
  publisher: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  license: z.nullable(z.string()),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  keywords: z.array(z.string()),
  accent: z.nullable(z.string().regex(/^#[0-9a-f]{6}$/i)),
  logo: z.nullable(z.string()),
  featured: z.nullable(slug),
  theme: z.nullable(z.string()),
  texts: z.strictObject({
    home: z.nullable(z.array(textNode)),
    pages: z.array(z.strictObject({ name: slug, title: z.string(), content: z.array(textNode) })),
  }),
  categories: z.array(z.object({ name: slug, title: z.string(), description: z.string() })),
});

const listedSchema: z.ZodType<ListedDataset> = z.object({
  config: slug,
  name: z.string(),
  category: slug,
  description: z.string(),
  source: z.string(),
  url: z.string().regex(/^(?:https?:|$)/i),
  license: z.string(),
  formerly: z.array(slug),
  rowCount: z.int().min(0),
});

const manifestSchema = z.object({
  /** From 1 to `shards`. */
  shard: z.int().min(1),
  shards: z.int().min(1),
  settings: sharedSettings,
  /** Digest of the names and sizes of all datasets, including those of other shards. */
  digest: z.string(),
  catalogue: catalogueSchema,
  /** Datasets of this shard. Each file is listed with its path below `client`, its size in bytes and its digest. */
  datasets: z.array(
    z.object({
      listed: listedSchema,
      files: z
        .array(z.tuple([z.string().regex(SAFE_PATH), z.int().min(0), z.string()]))
        .refine((files) => new Set(files.map(([path]) => path)).size === files.length)
        .readonly(),
    }),
  ),
});

export type ShardManifest = z.infer<typeof manifestSchema>;

/** Writes the manifest to the folder of a shard's output. Settings in which shards may differ are left out. */
export function writeShardManifest(folder: string, manifest: ShardManifest): void {
  writeFileSync(join(folder, SHARD_FILE), `${JSON.stringify(manifestSchema.parse(manifest))}\n`);
}

/** Reads the manifest of a shard's output. Throws an error if it is missing or invalid. */
export function readShardManifest(folder: string): ShardManifest {
  const file = join(folder, SHARD_FILE);
  if (!lstatSync(file).isFile()) throw new Error(`${SHARD_FILE} is not a regular file`);
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
