/**
 * The manifest that a build writes to its output, so that the next build can reuse unchanged files. It is replaced together with the
 * output, so it always describes the files next to it. A manifest that is damaged or from another generator version is ignored.
 */

import { join, resolve } from 'node:path';
import type { Catalogue, DatasetReport, ListedDataset, ListedFolder, Source, Written } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import type { Problem } from '../../problems/problem.ts';
import { type Settings, settingsThatAffect } from '../../settings/settings.ts';
import { fs } from '../files/builtin-fs.ts';
import { digestOf, sha256 } from '../files/file-digest.ts';
import { MANIFEST_FILE } from '../output/output-names.ts';
import type { KnownFiles } from './file-snapshot.ts';
import type { Generator } from './generator-version.ts';
import type { FolderDigests } from './output-listing.ts';
import type { Frame } from './reuse-pages.ts';

/** A dataset published by a build. */
export interface KnownDataset {
  /** Digest of everything that the dataset's files depend on: the generator, settings, description and data. */
  key: string;
  listed: ListedDataset;
  problems: readonly Problem[];
}

/** Content of the raw-data folder, as discovered before any data is read. */
export interface Discovered {
  catalogue: Catalogue | null;
  sources: readonly Source[];
  problems: readonly Problem[];
}

/** Report on the build that wrote the manifest, with the number and size of all files in the static site. */
export interface ManifestReport extends Written {
  /** False if there is an error among the problems. */
  ok: boolean;
  datasets: DatasetReport[];
  problems: Problem[];
}

export interface BuildManifest {
  /** Version of the program that made the output. */
  version: string;
  generator: Generator;
  /** Settings that affect the output, as JSON. */
  settings: string;
  /** Files in the raw-data folder, by path. */
  files: KnownFiles;
  folders: readonly string[];
  /** False if the raw-data folder contains anything but files and folders, such as a link: `files` may then not reveal every change. */
  isPlain: boolean;
  report: ManifestReport;
  /** Files of the output, by folder; null if the list cannot be parsed. */
  output(): readonly ListedFolder[] | null;
  /** Details needed only if there is something to build, read on the first call; null if they are damaged. */
  details(): ManifestDetails | null;
}

export interface ManifestDetails {
  discovered: Discovered;
  datasets: readonly KnownDataset[];
  /** Null if there are no pages or the next build must render them again. */
  frame: Frame | null;
  digests: readonly FolderDigests[];
}

/** Settings that determine the content of an output, as JSON. */
export function decidingSettings(settings: Settings): string {
  const affecting = settingsThatAffect(settings, 'reading', 'site', 'output');
  return JSON.stringify({ ...affecting, rawData: resolve(settings.rawData) });
}

/** Writes a manifest to the folder of an output that has none yet. */
export function writeManifest(folder: string, manifest: BuildManifest): void {
  const file = fs.openSync(join(folder, MANIFEST_FILE), 'wx');
  try {
    for (const part of encodeManifest(manifest)) fs.writeFileSync(file, part);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * Encodes a manifest: a line with the state of all inputs and the report, the same line again, a line with the files of the output, a line
 * with the details, and a digest of the previous two lines. The digest is verified only if the details are needed, not to compare the
 * output with its list of files. Returns one line at a time, since a manifest may have tens of megabytes.
 */
export function* encodeManifest(manifest: BuildManifest): Iterable<Buffer> {
  const { version, settings, output, details, ...others } = manifest;
  // The version is first, so that anyone who opens the file sees it immediately.
  const line = lineOf(encodeMaps({ version, settings, ...others }));
  // Written twice to detect damage: comparing the copies takes less time than loading `node:crypto` to verify a digest.
  yield line;
  yield line;
  const hash = sha256();
  for (const part of [() => JSON.stringify(output()), () => encodeMaps(details())]) {
    const other = lineOf(part());
    hash.update(other);
    yield other;
  }
  yield Buffer.from(`${hash.digest('hex')}\n`);
}

function lineOf(json: string): Buffer {
  return Buffer.from(`${json}\n`);
}

/** Encodes a value as JSON, with a list of entries in place of each map. */
export function encodeMaps(value: unknown): string {
  return JSON.stringify(value, (_, it) => (it instanceof Map ? [...it] : it));
}

function decodeDetails(json: string): ManifestDetails | null {
  const details = JSON.parse(json);
  for (const source of details?.discovered.sources ?? []) {
    source.columns = new Map(source.columns);
    source.columnPlaces = new Map(source.columnPlaces);
  }
  return details;
}

const LINE_END = Buffer.from('\n');

/**
 * Reads the manifest of an output; null if the manifest cannot be read or its first line is damaged. Does not validate the structure. If
 * another generator version wrote the manifest, only `generator` may be used.
 */
export function readManifest(folder: string): BuildManifest | null {
  return attempt(() => {
    const bytes = fs.readFileSync(join(folder, MANIFEST_FILE));
    const end = bytes.indexOf(LINE_END) + 1;
    const restAt = 2 * end;
    if (end === 0 || bytes.compare(bytes, end, restAt, 0, end) !== 0) return null;
    const listEnd = bytes.indexOf(LINE_END, restAt);
    const detailsEnd = bytes.indexOf(LINE_END, listEnd + 1);
    // In JSON, maps are lists of entries, from which they can be made again as from other maps.
    const { generator, files, ...others }: BuildManifest = JSON.parse(bytes.toString('utf8', 0, end));
    let details: ManifestDetails | null | undefined;
    return {
      ...others,
      generator: { ...generator, files: new Map(generator.files) },
      files: new Map(files),
      output: () => attempt(() => JSON.parse(bytes.toString('utf8', restAt, listEnd)), null),
      details: () => {
        if (details !== undefined) return details;
        const digest = bytes.toString('latin1', detailsEnd + 1, bytes.length - 1);
        const isSound = digestOf(bytes.subarray(restAt, detailsEnd + 1)) === digest;
        details = isSound ? decodeDetails(bytes.toString('utf8', listEnd + 1, detailsEnd)) : null;
        return details;
      },
    };
  }, null);
}
