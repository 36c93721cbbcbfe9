/** Takes a CSV file into the raw data: a copy of it, and a sidecar with what can be found out, for a person to fill in. */

import { statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { profileSource } from '../../build/first-pass.ts';
import { fingerprintOf } from '../../build/input/csv-file.ts';
import { readingHere } from '../../build/tasks.ts';
import { undescribedSource } from '../../discover/describe-source.ts';
import { draftSidecar } from '../../discover/sidecar/draft-sidecar.ts';
import { type Problem, ProblemError } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { type CheckedFile, checkSource } from '../check-data.ts';
import { choosePath, refusal } from './choose-path.ts';
import { createFiles, type NewFile } from './create-files.ts';

const SCHEMA = fileURLToPath(new URL('../../../public/schemas/dataset.schema.json', import.meta.url));

/** What was added. */
export interface Added {
  /** Paths of the CSV file and its sidecar, relative to the raw-data folder. */
  file: string;
  sidecar: string;
  /** The form that is proposed, and the problems that speak for it. */
  form: Readonly<Record<string, unknown>>;
  reasons: readonly Problem[];
  /** What is in the file, when it is read in this form. */
  found: CheckedFile;
}

/**
 * Adds a CSV file. One that lies in the raw data already stays where it is, and gets a sidecar only. Throws a `ProblemError`, and
 * leaves nothing behind, when the file cannot be read as text, changes meanwhile, has no usable name, or is there already, and when
 * the raw data cannot be written to.
 */
export function addDataset(path: string, { rawData, category }: Pick<Settings, 'rawData' | 'category'>): Added {
  refuseIrregular(path);
  const { file, sidecar, isInside, config, stem, ...place } = choosePath(path, rawData, category);
  const fingerprint = fingerprintOf(path);
  const { form, reasons } = proposeForm(path);
  const found = { ...checkSource(undescribedSource(path, file, form)), config };
  const sidecarPath = join(rawData, sidecar);
  const text = draftSidecar({
    schema: schemaFrom(sidecarPath),
    stem,
    category: place.category,
    columns: found.columns.map(({ name }) => name),
    csv: { ...form, ...pinnedDelimiter(found) },
  });
  const claim: NewFile = { path: sidecarPath, file: sidecar, content: { text } };
  const copies: NewFile[] = isInside ? [] : [{ path: join(rawData, file), file, content: { copyOf: path } }];
  createFiles([claim, ...copies], () => refuseChanged(path, fingerprint));
  return { file, sidecar, form, reasons, found };
}

function refuseIrregular(path: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    const help = 'Check the path, its links and its permissions.';
    throw refusal('file-unreadable', path, `cannot be reached: ${(error as Error).message}`, help);
  }
  if (!isFile) throw refusal('file-unreadable', path, 'is not there, or no regular file', 'Name a CSV file.');
}

function refuseChanged(path: string, fingerprint: string): void {
  if (fingerprintOf(path) === fingerprint) return;
  const message = 'changed, or was replaced or removed, while it was read, so what was found in it no longer holds';
  throw refusal('file-changed', path, message, 'Add it again when nobody writes to it.');
}

/** The delimiter that was found, when it is not the plainest: said in the sidecar, it stays the same when the data changes. */
function pinnedDelimiter({ delimiter }: CheckedFile): { delimiter?: string } {
  return delimiter === null || delimiter === ',' ? {} : { delimiter };
}

/** Most faults of form that one file has. */
const MOST_ROUNDS = 8;
/** A file with these is no table, or none that can be read at all. */
const HOPELESS: ReadonlySet<string> = new Set(['file-unreadable', 'file-empty', 'not-csv']);

/** Reads the file, and as long as a problem has one likely cure, reads it again with that. */
function proposeForm(path: string): Pick<Added, 'form' | 'reasons'> {
  const reasons: Problem[] = [];
  let form: Record<string, unknown> = {};
  for (;;) {
    const problems: Problem[] = [];
    profileSource(undescribedSource(path, path, form), (it) => problems.push(it), readingHere());
    const hopeless = problems.find(({ code }) => HOPELESS.has(code));
    if (hopeless) throw new ProblemError(hopeless);
    const cure = problems.find(
      ({ severity, entries }) => severity === 'error' && entries.length === 1 && entries[0]?.csv,
    );
    const next = { ...form, ...cure?.entries[0]?.csv };
    if (!cure || reasons.length === MOST_ROUNDS || JSON.stringify(next) === JSON.stringify(form)) {
      return { form, reasons };
    }
    form = next;
    reasons.push(cure);
  }
}

/** Link from a sidecar to the JSON Schema; null where they have nothing in common but the root. */
function schemaFrom(sidecar: string): string | null {
  const link = relative(dirname(resolve(sidecar)), SCHEMA)
    .split(sep)
    .join('/');
  return resolve(sidecar).startsWith(`${resolve(SCHEMA, '../../..')}${sep}`) ? link : null;
}
