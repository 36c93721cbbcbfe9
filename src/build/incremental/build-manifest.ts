/**
 * What a build notes of itself in its output, so that the next one need not do again what would come to the same. It lies in the output
 * and is replaced with it, so it always tells of the files beside it. One that is damaged, or from another generator, is as none.
 */

import { join, resolve } from 'node:path';
import type { Catalogue, ColumnDescription, ListedDataset, Source } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import { type Settings, settingsThatAffect } from '../../settings/settings.ts';
import { MANIFEST_FILE } from '../output/output-names.ts';
import { readFileSync, writeFileSync } from './builtin-fs.ts';
import type { KnownFile, KnownFiles } from './file-snapshot.ts';
import type { Generator } from './generator-version.ts';
import type { FolderTimes } from './output-mtimes.ts';

/** A dataset that was published. */
export interface KnownDataset {
  /** Of all that its files are made from: generator, settings, description, and bytes of the data. */
  key: string;
  listed: ListedDataset;
  files: number;
  bytes: number;
  /** What was told of it. */
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

/** What was found in the raw-data folder before any data was read. */
export interface Discovered<T = Source> {
  catalogue: Catalogue | null;
  sources: readonly T[];
  problems: readonly Problem[];
}

/** What was told at the end of a build. */
export interface ManifestReport {
  ok: boolean;
  datasets: { config: string; rows: number; files: number; bytes: number }[];
  problems: Problem[];
  files: number;
  bytes: number;
}

/** What a build notes of itself. */
export interface BuildManifest {
  generator: Generator;
  /** Those that decide what is published, as text. */
  settings: string;
  /** Files of the raw-data folder. */
  files: KnownFiles;
  folders: readonly string[];
  /** False where the folder has links, of which `files` does not tell all. */
  isPlain: boolean;
  report: ManifestReport;
  /** Of the published datasets, in the output that the record lies in. */
  published: readonly FolderTimes[];
  /** What only a build needs that has something to do; null where it is damaged. */
  details(): ManifestDetails | null;
}

export interface ManifestDetails {
  discovered: Discovered<ManifestSource>;
  datasets: readonly KnownDataset[];
}

/** The settings that decide what an output holds, as text. */
export function decidingSettings(settings: Settings): string {
  return JSON.stringify({ ...settingsThatAffect(settings, 'output'), rawData: resolve(settings.rawData) });
}

type Row = readonly [path: string, stat: string, isSettled: boolean, digest: string | null];
type Stored = Omit<BuildManifest, 'generator' | 'files' | 'details'> & {
  generator: Omit<Generator, 'files'>;
  generatorFiles: Row[];
  files: Row[];
};

/** Writes a record into the folder of an output in which there is none. */
export function writeManifest(folder: string, record: BuildManifest): void {
  writeFileSync(join(folder, MANIFEST_FILE), encodeManifest(record), { flag: 'wx' });
}

/** A record as it is written: a line with all but the details, and one with these; in front of each stands its checksum. */
export function encodeManifest({ details, generator, files, ...rest }: BuildManifest): string {
  const { files: generatorFiles, ...identity } = generator;
  const stored: Stored = {
    ...rest,
    generator: identity,
    generatorFiles: rowsOf(generatorFiles),
    files: rowsOf(files),
  };
  const lines = [JSON.stringify(stored), JSON.stringify(details())];
  return lines.map((line) => `${checksumOf(Buffer.from(line))}${line}\n`).join('');
}

function rowsOf(files: KnownFiles): Row[] {
  return [...files].map(([path, { stat, isSettled, digest }]) => [path, stat, isSettled, digest]);
}

/**
 * A checksum of 32 bits, made like FNV-1a (RFC 9923) but of words of four bytes: none of them can change without it. Node’s own take longer
 * to load than this takes for what is read in front of every build.
 */
function checksumOf(bytes: Uint8Array): string {
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  let sum = 0x811c9dc5 ^ bytes.length;
  for (let at = 0; at < words.length; at += 1) sum = Math.imul(sum ^ (words[at] as number), 0x01000193);
  return (sum >>> 0).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

const CHECKSUM_LENGTH = 8;
const LINE_BREAK = 0x0a;

/**
 * Reads the record of an output; null where there is none, or it is damaged. Its parts are not looked at: it is as it was written, and
 * of use to none but the generator that wrote it.
 */
export function readManifest(folder: string): BuildManifest | null {
  try {
    const bytes = readFileSync(join(folder, MANIFEST_FILE));
    const end = bytes.indexOf(LINE_BREAK);
    const stored = checkedLine<Stored>(bytes.subarray(0, end));
    if (!stored) return null;
    const { generator, generatorFiles, files, ...others } = stored;
    return {
      ...others,
      generator: { ...generator, files: filesOf(generatorFiles) },
      files: filesOf(files),
      details: () => checkedLine<ManifestDetails>(bytes.subarray(end + 1, -1)),
    };
  } catch {
    return null;
  }
}

/** What a line says; null where it is damaged. */
function checkedLine<T>(line: Buffer): T | null {
  const json = line.subarray(CHECKSUM_LENGTH);
  const isSound = checksumOf(json) === line.toString('latin1', 0, CHECKSUM_LENGTH);
  return isSound ? (JSON.parse(json.toString('utf8')) as T) : null;
}

function filesOf(rows: readonly Row[]): Map<string, KnownFile> {
  return new Map(rows.map(([path, stat, isSettled, digest]) => [path, { stat, isSettled, digest }]));
}
