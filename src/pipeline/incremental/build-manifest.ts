/**
 * The manifest that a build leaves in its output, so that the next build can reuse what has not changed. It is replaced together with the
 * output, so it always describes the files beside it. A manifest that is damaged, or from another generator, counts as missing.
 */

import { join, resolve } from 'node:path';
import type {
  Catalogue,
  ColumnDescription,
  DatasetReport,
  ListedDataset,
  ListedFolder,
  Source,
  Written,
} from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import { type Settings, settingsThatAffect } from '../../settings/settings.ts';
import { readFileSync, writeFileSync } from '../files/builtin-fs.ts';
import { digestOf } from '../files/file-digest.ts';
import { MANIFEST_FILE } from '../output/output-names.ts';
import { PROJECT } from '../output/project-folder.ts';
import type { KnownFile, KnownFiles } from './file-snapshot.ts';
import type { Generator } from './generator-version.ts';
import type { FolderDigests } from './output-listing.ts';

/** A dataset that was published. */
export interface KnownDataset {
  /** Digest of everything that its files are made from: generator, settings, description, and the bytes of the data. */
  key: string;
  listed: ListedDataset;
  /** The problems that were reported for it. */
  problems: readonly Problem[];
}

/** A source as plain data. */
export interface ManifestSource extends Omit<Source, 'columns' | 'columnPlaces'> {
  columns: readonly (readonly [
    name: string,
    column: ColumnDescription,
    place: ReturnType<Source['columnPlaces']['get']> | null,
  ])[];
}

/** What was found in the raw-data folder, before any data was read. */
export interface Discovered<T = Source> {
  catalogue: Catalogue | null;
  sources: readonly T[];
  problems: readonly Problem[];
}

/** What was reported at the end of a build. */
export interface ManifestReport extends Written {
  ok: boolean;
  datasets: DatasetReport[];
  problems: Problem[];
}

export interface BuildManifest {
  /** Version of the program that made the output; empty if its package could not be read. */
  version: string;
  generator: Generator;
  /** The settings that affect the output, as text. */
  settings: string;
  /** Files of the raw-data folder, by path. */
  files: KnownFiles;
  folders: readonly string[];
  /** False if the folder has links: then `files` does not show every change. */
  isPlain: boolean;
  report: ManifestReport;
  /** The files of the output; null if the list is damaged. */
  output(): readonly ListedFolder[] | null;
  /** What is needed only if there is something to do; null if it is damaged. */
  details(): ManifestDetails | null;
}

export interface ManifestDetails {
  discovered: Discovered<ManifestSource>;
  datasets: readonly KnownDataset[];
  /**
   * Digest of what all pages of datasets show besides their datasets; null if there are no pages, or the next build must make them again.
   */
  frame: string | null;
  /** For the folders of the output. */
  digests: readonly FolderDigests[];
}

/** The settings that decide what an output holds, as text. */
export function decidingSettings(settings: Settings): string {
  return JSON.stringify({
    ...settingsThatAffect(settings, 'reading', 'site', 'output'),
    rawData: resolve(settings.rawData),
  });
}

/** The version of this program, as its package names it; empty if that cannot be read. */
export function programVersion(): string {
  try {
    const { version }: { version?: unknown } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    return typeof version === 'string' ? version : '';
  } catch {
    return '';
  }
}

type Row = readonly [path: string, file: KnownFile];
type Stored = Omit<BuildManifest, 'generator' | 'files' | 'output' | 'details'> & {
  generator: Omit<Generator, 'files'>;
  generatorFiles: Row[];
  files: Row[];
};

/** Writes a manifest into the folder of an output that has none. */
export function writeManifest(folder: string, manifest: BuildManifest): void {
  writeFileSync(join(folder, MANIFEST_FILE), encodeManifest(manifest), { flag: 'wx' });
}

/**
 * A manifest as it is written: a line that decides whether anything has changed, and the same line again; a line with the files of the
 * output; a line with the details; and a digest of the last two. Whether the output is as its list says shows without that, but what is
 * reused depends on it.
 */
export function encodeManifest(manifest: BuildManifest): Buffer {
  const { version, generator, settings, folders, isPlain, report, files } = manifest;
  const { files: generatorFiles, ...identity } = generator;
  const stored: Stored = {
    // First, so that a person sees it in the first line of the file.
    version,
    settings,
    folders,
    isPlain,
    report,
    generator: identity,
    generatorFiles: [...generatorFiles],
    files: [...files],
  };
  // Twice: damage that changes both copies alike is as good as impossible, and comparing them takes less time than to load Node's digests.
  const line = Buffer.from(`${JSON.stringify(stored)}\n`);
  const others = Buffer.from(`${JSON.stringify(manifest.output())}\n${JSON.stringify(manifest.details())}\n`);
  return Buffer.concat([line, line, others, Buffer.from(digestOf(others)), LINE_END]);
}

const LINE_END = Buffer.from('\n');

/**
 * Reads the manifest of an output; null if it does not exist, or is damaged. Its content is not checked: it is as it was written, and only
 * the generator that wrote it uses it.
 */
export function readManifest(folder: string): BuildManifest | null {
  try {
    const bytes = readFileSync(join(folder, MANIFEST_FILE));
    const end = bytes.indexOf(LINE_END) + 1;
    const restAt = 2 * end;
    if (end === 0 || bytes.compare(bytes, end, restAt, 0, end) !== 0) return null;
    const listEnd = bytes.indexOf(LINE_END, restAt);
    const detailsEnd = bytes.indexOf(LINE_END, listEnd + 1);
    const stored: Stored = JSON.parse(bytes.toString('utf8', 0, end));
    const { generator, generatorFiles, files, ...others } = stored;
    return {
      ...others,
      generator: { ...generator, files: new Map(generatorFiles) },
      files: new Map(files),
      output: () => parsedList(bytes.toString('utf8', restAt, listEnd)),
      details: () => {
        const isSound =
          digestOf(bytes.subarray(restAt, detailsEnd + 1)) ===
          bytes.toString('latin1', detailsEnd + 1, bytes.length - 1);
        return isSound ? JSON.parse(bytes.toString('utf8', listEnd + 1, detailsEnd)) : null;
      },
    };
  } catch {
    return null;
  }
}

function parsedList(line: string): ListedFolder[] | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
