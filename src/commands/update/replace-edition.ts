import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs';
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

/** A new edition of a data file. */
export interface Replacement {
  /** Path of the new file, which is on the same file system and whose content is on the disk. */
  edition: string;
  /** Fingerprint that the old file must still have. */
  fingerprint: string;
  record: UpdateRecord;
  /** A date, as `YYYY-MM-DD`. */
  today: string;
}

/**
 * Replaces a data file by its new edition, then states the date in the sidecar and records the edition. At any moment, the data file is the
 * old one or the new one, whole even if the process or the system stops. Throws a `ProblemError` and changes nothing if the old file has
 * changed meanwhile, or if something cannot be written.
 */
export function replaceEdition(
  rawData: string,
  { path, file, from }: Source,
  { edition, fingerprint, record, today }: Replacement,
): void {
  const target = realPath(path);
  const dated = retrievedChange(rawData, from?.at.file ?? file, today);
  createFiles([dated, recordChange(rawData, file, record)], () => {
    if (fingerprintOf(path) !== fingerprint) throw new ProblemError(fileChanged({ file }));
    explainingWriteErrors(
      target,
      () => {
        chmodSync(edition, statSync(target).mode);
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
