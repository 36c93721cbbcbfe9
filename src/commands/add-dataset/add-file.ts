/** Adds data files as publishers have them: named one by one or by patterns, as text or in workbooks. */

import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import glob from 'fast-glob';
import type { ReadingSettings } from '../../model.ts';
import { isWorkbook } from '../../parse/encoding/detect-other-format.ts';
import { sizeOf } from '../../pipeline/input/csv-file.ts';
import { attempt } from '../../problems/attempt.ts';
import type { Settings } from '../../settings/settings.ts';
import { requireWorkbookSize, workbookToCsv } from '../intake/workbook-to-csv.ts';
import { addDataset, requireRegularFile } from './add-dataset.ts';
import { refusal } from './refusal.ts';

/** Number of bytes that show whether a file is a workbook. */
const INSPECTED = 8192;

/**
 * Adds a data file, or the table in a workbook, which becomes a CSV file: see `addDataset` and `workbookToCsv`, whose errors it throws and
 * whose hints are among the findings. `sheet` is the sheet of a workbook.
 */
export async function addFile(
  path: string,
  { sheet, ...settings }: Pick<Settings, 'rawData' | 'category' | 'create' | 'sheet'> & ReadingSettings,
) {
  requireRegularFile(path);
  if (!mayBeWorkbook(path)) {
    if (sheet === null) return addDataset(path, settings);
    throw refusal('setting-invalid', path, 'has no sheets, so --sheet has no meaning', 'Add it without --sheet.');
  }
  requireWorkbookSize(sizeOf(path), path);
  const { csv, hints } = await workbookToCsv(contentOf(path), path, sheet);
  const folder = mkdtempSync(join(tmpdir(), 'almanac-add-'));
  try {
    const table = join(folder, 'table.csv');
    writeFileSync(table, csv);
    const added = addDataset(path, { ...settings, table });
    return { ...added, found: { ...added.found, problems: [...hints, ...added.found.problems] } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const message = `cannot be read: ${(error as Error).message}`;
    throw refusal('file-unreadable', path, message, 'Check the file and its permissions.');
  }
}

/** Whether a file is a workbook by its content, or should be one by its name. */
function mayBeWorkbook(path: string): boolean {
  return /\.xls[xm]$/i.test(path) || attempt(() => isWorkbook(startOf(path)), false);
}

function startOf(path: string): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const start = new Uint8Array(INSPECTED);
    return start.subarray(0, readSync(descriptor, start, 0, INSPECTED, 0));
  } finally {
    closeSync(descriptor);
  }
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
