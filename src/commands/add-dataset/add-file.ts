/** Adds data files as publishers have them: named one by one, by patterns or by addresses, as text or in workbooks. */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import glob from 'fast-glob';
import { isTsv } from '../../discover/list-files.ts';
import type { ReadingSettings } from '../../model.ts';
import { isWorkbook } from '../../parse/encoding/detect-other-format.ts';
import { csvFile } from '../../pipeline/input/csv-file.ts';
import { attempt } from '../../problems/attempt.ts';
import type { Settings } from '../../settings/settings.ts';
import { type FetchLimits, fetchFile } from '../intake/fetch-file.ts';
import { unpackFile } from '../intake/unpack-file.ts';
import { convertWorkbook } from '../intake/workbook-to-csv.ts';
import { type Added, type AddSettings, addDataset, requireRegularFile } from './add-dataset.ts';
import { refusal } from './refusal.ts';

/** Number of bytes that show whether a file is a workbook. */
const INSPECTED = 8192;
const MAX_STEM = 200;

/**
 * Adds a data file, or the table in a workbook, which becomes a CSV file: see `addDataset` and `workbookToCsv`, whose errors it throws and
 * whose hints are among the findings. `sheet` is the sheet of a workbook.
 */
export async function addFile(
  path: string,
  { sheet, ...settings }: Pick<Settings, 'rawData' | 'category' | 'create' | 'sheet'> & ReadingSettings,
): Promise<Added> {
  requireRegularFile(path);
  const [start = new Uint8Array()] = csvFile(path, path).readChunks(INSPECTED, INSPECTED);
  // By its content or, for a better reason to refuse it, by its name.
  if (!isWorkbook(start) && !/\.xls[xm]$/i.test(path)) {
    if (sheet === null) return addDataset(path, settings);
    throw refusal('setting-invalid', path, 'has no sheets, so --sheet has no meaning', 'Add it without --sheet.');
  }
  return inTemporaryFolder(async (folder) => {
    const table = join(folder, 'table.csv');
    const hints = await convertWorkbook(path, path, sheet, table);
    const added = addDataset(path, { ...settings, table });
    return { ...added, found: { ...added.found, problems: [...hints, ...added.found.problems] } };
  });
}

/** Whether an argument is the address of a file and not its path. */
export function isAddress(given: string): boolean {
  return /^https?:\/\//i.test(given) && URL.canParse(given);
}

/**
 * Fetches the file at an http or https URL and adds it as `addDataset` does. The sidecar states the address, so that updates fetch new
 * editions, and the date, `today`. The file gets its name from the URL's fragment, the server or the URL. Throws a `ProblemError`, and
 * leaves the raw data unchanged, if the file cannot be fetched, unpacked or added.
 */
export function addFromAddress(url: string, settings: AddSettings & FetchLimits, today: string): Promise<Added> {
  return inTemporaryFolder(async (folder) => {
    const origin = { url, at: { file: null } };
    const to = join(folder, 'fetched');
    const fetched = await fetchFile(origin, to, null, settings);
    const unpacked = await unpackFile(to, origin, settings.maxBytes);
    const path = join(folder, fileNameOf(url, fetched?.name ?? ''));
    renameSync(unpacked, path);
    return addDataset(path, { ...settings, origin: { url, retrieved: today } });
  });
}

async function inTemporaryFolder<T>(step: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'));
  return step(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** A name for the file that ends in `.csv` or `.tsv`. `name` is the server's. */
function fileNameOf(url: string, name: string): string {
  const table = attempt(() => basename(decodeURIComponent(new URL(url).hash.slice(1))), '');
  const unpacked = (table || name).replace(/\.(?:gz|zip)$/i, '');
  const stem = unpacked.replace(/\.(?:csv|tsv|txt|dat)$/i, '').replace(/\p{Cc}/gu, '-');
  return `${stem.slice(0, MAX_STEM)}.${isTsv(unpacked) ? 'tsv' : 'csv'}`;
}

/**
 * The files at the given paths, in order and without repetition. A path that does not exist may be a glob pattern; it stays if it matches
 * nothing, so that adding it reports what is missing.
 */
export function matchingFiles(given: readonly string[]): string[] {
  const matches = given.map((path) => {
    // On Windows, a backslash cannot be part of a file name.
    const pattern = path.replaceAll(sep, '/');
    const found = existsSync(path) || !glob.isDynamicPattern(pattern) ? [] : glob.sync(pattern).sort();
    return found.length > 0 ? found : [path];
  });
  return [...new Set(matches.flat())];
}
