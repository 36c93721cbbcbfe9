/** What is known of the editions that were fetched last, in a file of the raw data: a fresh checkout then asks only for what has changed. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../problems/attempt.ts';
import { isObject } from '../../problems/overlay.ts';
import type { FileChange } from '../add-dataset/create-files.ts';
import type { Validators } from '../intake/fetch-file.ts';

/** Name of the file in the raw-data folder. */
const RECORDS = 'updates.json';

/** The edition of a data file that was fetched last. */
export interface UpdateRecord extends Validators {
  /** The address that it was fetched from. */
  from: string;
  /** Digest of the data file. If the file has another, somebody has edited or replaced it. */
  digest: string;
}

/** The records by path of the data file, relative to the raw-data folder. Empty if there is no such file, or if it is damaged. */
export function readRecords(rawData: string): Map<string, UpdateRecord> {
  const value: unknown = attempt(() => JSON.parse(readFileSync(join(rawData, RECORDS), 'utf8')), null);
  return new Map(isObject(value) ? Object.entries(value as Record<string, UpdateRecord>) : []);
}

/** The change that records an edition. Records of files that no longer exist are dropped. */
export function recordChange(rawData: string, file: string, record: UpdateRecord): FileChange {
  const path = join(rawData, RECORDS);
  const before = attempt(() => readFileSync(path, 'utf8'), undefined);
  const kept = [...readRecords(rawData)].filter(([other]) => other !== file && existsSync(join(rawData, other)));
  const records = [...kept, [file, record] as const].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(records), null, 2)}\n`;
  return { path, file: RECORDS, content: { text, ...(before === undefined ? {} : { before }) } };
}
