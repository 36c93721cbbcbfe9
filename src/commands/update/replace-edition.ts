import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../../model.ts';
import { retryRename } from '../../pipeline/files/retry-rename.ts';
import { fileChanged, fingerprintOf } from '../../pipeline/input/csv-file.ts';
import { realPath } from '../../pipeline/output/output-folder.ts';
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import { ProblemError } from '../../problems/problem.ts';
import { ADVICE, createFiles, type FileChange } from '../add-dataset/create-files.ts';
import { withJsonValue } from '../edit-json.ts';
import { recordChange, type UpdateRecord } from './update-records.ts';

/**
 * Replaces a data file by its new edition, then states the date in the sidecar and records the edition. `edition` is a file on the same file
 * system. The data file is the old one or the new one at any moment, whole even if the process or the system stops. Throws a `ProblemError`
 * and changes nothing if the data file no longer has the fingerprint, or if something cannot be written.
 */
export function replaceEdition(
  rawData: string,
  { path, file, from }: Source,
  {
    edition,
    fingerprint,
    record,
    today,
  }: { edition: string; fingerprint: string; record: UpdateRecord; today: string },
): void {
  const target = realPath(path);
  const dated = retrievedChange(rawData, from?.at.file ?? file, today);
  createFiles([dated, recordChange(rawData, file, record)], () => {
    if (fingerprintOf(path) !== fingerprint) throw new ProblemError(fileChanged({ file }));
    explainingWriteErrors(
      target,
      () => {
        chmodSync(edition, statSync(target).mode);
        flush(edition);
        retryRename(() => renameSync(edition, target));
      },
      ADVICE,
    );
  });
}

/** The edit that states in a sidecar when the data was fetched, as `YYYY-MM-DD`. */
function retrievedChange(rawData: string, sidecar: string, today: string): FileChange {
  // If the sidecar is a link, its target is edited and the link stays.
  const path = realPath(join(rawData, sidecar));
  const before = readFileSync(path, 'utf8');
  return { path, file: sidecar, content: { text: withJsonValue(before, ['retrieved'], today, 'from'), before } };
}

/** Waits until the content of a file is on the disk, so that after a crash of the system its name cannot lead to an incomplete one. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
