/**
 * What a build notes of itself in its output, so that the next one need not do again what would come to the same. It lies in the output
 * and is replaced with it, so it always tells of the files beside it. One that is damaged, or from another generator, is as none.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Settings } from './config.ts';
import type { Generator } from './generator.ts';
import type { KnownFile, KnownFiles } from './input-files.ts';
import type { Catalogue, ColumnDescription, ListedDataset, Source } from './model.ts';
import type { Problem } from './problems.ts';

/** Name of the file in an output; not in its folder `client`, which is what is published. */
export const RECORD_FILE = '.almanac-build.json';

/** A dataset that was published. */
export interface RecordedDataset {
  /** Of all that its files are made from: generator, settings, description, and bytes of the data. */
  key: string;
  listed: ListedDataset;
  files: number;
  bytes: number;
  /** What was told of it. */
  problems: readonly Problem[];
}

/** A source as plain data. */
export interface RecordedSource extends Omit<Source, 'columns' | 'locationOfColumn'> {
  columns: readonly (readonly [
    name: string,
    column: ColumnDescription,
    location: ReturnType<Source['locationOfColumn']>,
  ])[];
}

/** What was found in the raw-data folder before any data was read. */
export interface Discovered<T = Source> {
  catalogue: Catalogue | null;
  sources: readonly T[];
  problems: readonly Problem[];
}

/** What was told at the end of a build. */
export interface RecordedReport {
  ok: boolean;
  datasets: { config: string; rows: number; files: number; bytes: number }[];
  problems: Problem[];
  files: number;
  bytes: number;
}

/** A record; all of it is plain data but the maps. */
export interface BuildRecord {
  generator: Generator;
  /** Those that decide what is published, as text. */
  settings: string;
  /** Files of the raw-data folder. */
  files: KnownFiles;
  folders: readonly string[];
  /** False where the folder has links, of which `files` does not tell all. */
  isPlain: boolean;
  discovered: Discovered<RecordedSource>;
  datasets: readonly RecordedDataset[];
  report: RecordedReport;
}

/** The settings that decide what an output holds, as text; those that do not are left out by name, so that a new one counts. */
export function decidingSettings(settings: Settings): string {
  const { out, quiet, json, threads, host, port, category, files, ...deciding } = settings;
  return JSON.stringify({ ...deciding, rawData: resolve(settings.rawData) });
}

/** The settings that decide what the files of a dataset hold. */
export function publishingSettings(settings: Settings): Partial<Settings> {
  const { out, quiet, json, threads, host, port, category, files, rawData, only, apiOnly, shard, keepGoing, ...rest } =
    settings;
  return rest;
}

type Row = readonly [path: string, stat: string, isSettled: boolean, digest: string | null];
type Stored = Omit<BuildRecord, 'generator' | 'files'> & {
  generator: Omit<Generator, 'files'>;
  generatorFiles: Row[];
  files: Row[];
};

/** Writes a record into the folder of an output in which there is none. */
export function writeRecord(folder: string, record: BuildRecord): void {
  writeFileSync(join(folder, RECORD_FILE), encodeRecord(record), { flag: 'wx' });
}

export function encodeRecord(record: BuildRecord): string {
  const { generator, files, ...rest } = record;
  const { files: generatorFiles, ...identity } = generator;
  const stored: Stored = {
    ...rest,
    generator: identity,
    generatorFiles: rowsOf(generatorFiles),
    files: rowsOf(files),
  };
  const body = JSON.stringify(stored);
  return `${checksumOf(body)}\n${body}\n`;
}

function rowsOf(files: KnownFiles): Row[] {
  return [...files].map(([path, { stat, isSettled, digest }]) => [path, stat, isSettled, digest]);
}

function checksumOf(body: string): string {
  return crc32(body).toString(16);
}

/** Reads the record of an output; null where there is none, or it is damaged. Only what this very generator wrote has the form it writes. */
export function readRecord(folder: string): BuildRecord | null {
  const stored = readStored(folder);
  if (!stored) return null;
  const { generator, generatorFiles, files, ...rest } = stored;
  return { ...rest, generator: { ...generator, files: filesOf(generatorFiles) }, files: filesOf(files) };
}

/** What a record says whose bytes are those that were written; a checksum tells that better than any look at its parts. */
function readStored(folder: string): Stored | null {
  try {
    const text = readFileSync(join(folder, RECORD_FILE), 'utf8');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1, -1);
    if (text.at(-1) !== '\n' || checksumOf(body) !== text.slice(0, end)) return null;
    const stored = JSON.parse(body) as Partial<Stored>;
    const rows = stored.generatorFiles;
    const isKnownForm = Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.length === ROW_LENGTH);
    return isKnownForm ? (stored as Stored) : null;
  } catch {
    return null;
  }
}

const ROW_LENGTH = 4;

function filesOf(rows: readonly Row[]): Map<string, KnownFile> {
  return new Map(rows.map(([path, stat, isSettled, digest]) => [path, { stat, isSettled, digest }]));
}
