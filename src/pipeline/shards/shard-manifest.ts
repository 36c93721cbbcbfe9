/* The manifest of a shard, by which merging recognises shards that do not belong together, or are incomplete. */

import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { LOOK_FILES } from '../../contract/routes.ts';
import type { TextElement, TextNode, TextTag } from '../../model.ts';
import { type Affecting, SETTING_ROWS, SETTINGS } from '../../settings/settings.ts';

/** Name of the manifest in a shard's output. */
export const SHARD_FILE = 'shard.json';

/** A path that cannot lead out of its folder: no segment is empty or begins with a dot. */
const SAFE_PATH = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/;

/** The settings that must be the same in all shards: those that decide which files there are. Compressed copies are written by merging. */
type SharedSettings = Affecting<'site'>;

export const SHARED_SETTING_NAMES = SETTING_ROWS.flatMap(([name, { affects }]) =>
  affects === 'site' ? name : [],
) as (keyof SharedSettings)[];

const sharedSettings = z.object(
  Object.fromEntries(SHARED_SETTING_NAMES.map((name) => [name, z.unknown().refine((value) => isValueOf(name, value))])),
) as unknown as z.ZodType<SharedSettings>;

/** Whether a setting can have a value: whether the value, written out, is read as the same. */
function isValueOf(name: keyof SharedSettings, value: unknown): boolean {
  try {
    return isDeepStrictEqual(SETTINGS[name].read(value === null ? undefined : String(value)), value);
  } catch {
    return false;
  }
}

/** A name that becomes part of paths: of a dataset or a category. */
const slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/);

const manifestSchema = z.object({
  /** From 1 to `shards`. */
  shard: z.int().min(1),
  shards: z.int().min(1),
  settings: sharedSettings,
  /** Digest of the names and sizes of all datasets, including those of other shards. */
  digest: z.string(),
  /** Digest of the shard's index. */
  index: z.string(),
  /** Digests of the files that say how the pages look, by their paths. */
  look: z.partialRecord(z.enum(LOOK_FILES), z.string()),
  /** The datasets of this shard, each with its files: their paths below `client`, their sizes in bytes and their digests. */
  datasets: z.array(
    z.object({
      config: slug,
      files: z
        .array(z.tuple([z.string().regex(SAFE_PATH), z.int().min(0), z.string()]))
        .refine((files) => new Set(files.map(([path]) => path)).size === files.length)
        .readonly(),
    }),
  ),
});

export type ShardManifest = z.infer<typeof manifestSchema>;

/** Writes the manifest into the folder of a shard's output. It leaves out the settings that shards may differ in. */
export function writeShardManifest(folder: string, manifest: ShardManifest): void {
  writeFileSync(join(folder, SHARD_FILE), `${JSON.stringify(manifestSchema.parse(manifest))}\n`);
}

/** Reads the manifest of a shard's output. Throws an error if there is no valid one. */
export function readShardManifest(folder: string): ShardManifest {
  const file = join(folder, SHARD_FILE);
  if (!lstatSync(file).isFile()) throw new Error(`${SHARD_FILE} is not a regular file`);
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** What merging takes from a shard's index. It comes from another machine, so it is checked like a description. */
export const indexSchema = z.object({
  title: z.string(),
  description: z.string(),
  publisher: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  license: z.nullable(z.string()),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  keywords: z.array(z.string()),
  accent: z.nullable(z.string().regex(/^#[0-9a-f]{6}$/i)),
  has_logo: z.boolean(),
  categories: z.array(z.object({ name: slug, title: z.string(), description: z.string() })),
  datasets: z.array(z.object({ config: slug, category: slug, license: z.string(), row_count: z.int().min(0) })),
});

/** The info of a dataset in a shard. */
export const entrySchema = z.object({
  config: slug,
  name: z.string(),
  category: slug,
  description: z.string(),
  source: z.string(),
  url: z.string().regex(/^(?:https?:|$)/i),
});

/** The elements of a text, as `TextTag` lists them. The pages write them as HTML, so there must be no others. */
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

/** What the publisher has written, in a shard. */
export const textsSchema = z.strictObject({
  home: z.nullable(z.array(textNode)),
  pages: z.array(z.strictObject({ name: slug, title: z.string(), content: z.array(textNode) })),
});
