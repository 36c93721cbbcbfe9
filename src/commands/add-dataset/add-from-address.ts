import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isTsv } from '../../discover/list-files.ts';
import { attempt } from '../../problems/attempt.ts';
import { type FetchLimits, fetchFile } from '../intake/fetch-file.ts';
import { unpackFile } from '../intake/unpack-file.ts';
import { type Added, type AddSettings, addDataset } from './add-dataset.ts';

const MAX_STEM = 200;

/** Whether an argument is the address of a file and not its path. */
export function isAddress(given: string): boolean {
  return /^https?:\/\//i.test(given) && URL.canParse(given);
}

/**
 * Fetches the file at an http or https URL and adds it as `addDataset` does. The sidecar states the address, so that updates fetch new
 * editions, and the date, `today`. The file gets its name from the URL's fragment, the server or the URL. Throws a `ProblemError`, and
 * leaves the raw data unchanged, if the file cannot be fetched, unpacked or added.
 */
export async function addFromAddress(url: string, settings: AddSettings & FetchLimits, today: string): Promise<Added> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'));
  try {
    const origin = { url, at: { file: null } };
    const to = join(folder, 'fetched');
    const fetched = await fetchFile(origin, to, null, settings);
    const unpacked = await unpackFile(to, origin, settings.maxBytes);
    const path = join(folder, fileNameOf(url, fetched?.name ?? ''));
    renameSync(unpacked, path);
    return addDataset(path, { ...settings, origin: { url, retrieved: today } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A name for the file that ends in `.csv` or `.tsv`. `name` is the server's. */
function fileNameOf(url: string, name: string): string {
  const { hash } = new URL(url);
  const table = attempt(() => basename(decodeURIComponent(hash.slice(1))), '');
  const unpacked = (table || name).replace(/\.(?:gz|zip)$/i, '');
  const stem = unpacked.replace(/\.(?:csv|tsv|txt|dat)$/i, '').replace(/\p{Cc}/gu, '-');
  return `${stem.slice(0, MAX_STEM)}.${isTsv(unpacked) ? 'tsv' : 'csv'}`;
}
