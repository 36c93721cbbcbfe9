/** Adds a CSV file to the raw data: a copy of it, and a sidecar with everything that can be detected, for a person to complete. */

import { statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompletePatch, completePatch } from '../../build/cures/complete-patch.ts';
import { trialOf } from '../../build/cures/trial.ts';
import { fingerprintOf } from '../../build/input/csv-file.ts';
import { undescribedSource } from '../../discover/describe-source.ts';
import { pasterFor } from '../../discover/paste-patch.ts';
import { draftSidecar } from '../../discover/sidecar/draft-sidecar.ts';
import type { Source } from '../../model.ts';
import { type Problem, ProblemError } from '../../problems/problem.ts';
import type { SidecarPatch } from '../../problems/sidecar-patch.ts';
import type { Settings } from '../../settings/settings.ts';
import { type CheckedFile, checkSource } from '../check-data.ts';
import { choosePath, refusal } from './choose-path.ts';
import { createFiles, type NewFile } from './create-files.ts';

const SCHEMA = fileURLToPath(new URL('../../../public/schemas/dataset.schema.json', import.meta.url));

/** The files that were added. */
export interface Added {
  /** Paths of the CSV file and its sidecar, relative to the raw-data folder. */
  file: string;
  sidecar: string;
  /** The proposed keys of the sidecar. */
  patch: SidecarPatch;
  /** The problems that the proposed keys solve. */
  reasons: readonly Problem[];
  /** The findings in the file when it is read in this format. */
  found: CheckedFile;
}

/**
 * Adds a CSV file. A file that is already in the raw data stays where it is and only gets a sidecar. Throws a `ProblemError`, and leaves
 * the raw data as it was, if the file cannot be read as text, changes in the meantime, has no usable name or already exists there, or if
 * the raw data cannot be written to.
 */
export function addDataset(path: string, { rawData, category }: Pick<Settings, 'rawData' | 'category'>): Added {
  requireRegularFile(path);
  const { file, sidecar, isInside, config, stem, category: sidecarCategory } = choosePath(path, rawData, category);
  const fingerprint = fingerprintOf(path);
  const source = undescribedSource(path, file);
  const { patch, reasons } = proposePatch(source);
  const found = { ...checkSource(pasterFor(source)(patch) ?? source), config };
  const sidecarPath = join(rawData, sidecar);
  const text = draftSidecar({
    schema: schemaFrom(sidecarPath),
    stem,
    category: sidecarCategory,
    columns: new Map(found.columns.map(({ name }) => [name, patch.columns?.[name] ?? {}])),
    csv: { ...patch.csv, ...pinnedDelimiter(found) },
  });
  const claim: NewFile = { path: sidecarPath, file: sidecar, content: { text } };
  const copies: NewFile[] = isInside ? [] : [{ path: join(rawData, file), file, content: { copyOf: path } }];
  createFiles([claim, ...copies], () => requireUnchanged(path, fingerprint));
  return { file, sidecar, patch, reasons, found };
}

function requireRegularFile(path: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    const help = 'Check the path, its links and its permissions.';
    throw refusal('file-unreadable', path, `cannot be reached: ${(error as Error).message}`, help);
  }
  if (!isFile) throw refusal('file-unreadable', path, 'does not exist, or is not a regular file', 'Name a CSV file.');
}

function requireUnchanged(path: string, fingerprint: string): void {
  if (fingerprintOf(path) === fingerprint) return;
  const message = 'was changed, replaced or removed while it was being read, so the findings may no longer hold';
  throw refusal('file-changed', path, message, 'Add it again when nothing writes to it.');
}

/** The detected delimiter, unless it is the default. The sidecar states it, so that it stays the same when the data changes. */
function pinnedDelimiter({ delimiter }: CheckedFile): { delimiter?: string } {
  return delimiter === null || delimiter === ',' ? {} : { delimiter };
}

/** Problems of a file that is not a table, or cannot be read at all. */
const FATAL: ReadonlySet<string> = new Set(['file-unreadable', 'file-empty', 'not-csv']);

/** Hints whose cures say how numbers are written, so that a column of numbers is read as one. */
const ABOUT_NUMBERS: ReadonlySet<string> = new Set(['number-format', 'nearly-numeric']);

/** The keys that settle the errors of a file, as far as each has a single cure, and say how its numbers are written. */
function proposePatch(source: Source): CompletePatch {
  const trial = trialOf(source);
  const problems = trial.read(source);
  const fatal = problems.find(({ code }) => FATAL.has(code));
  if (fatal) throw new ProblemError(fatal);
  return completePatch(problems, trial, ({ code }) => ABOUT_NUMBERS.has(code));
}

/** Relative link from a sidecar to the JSON Schema; null for a sidecar outside this project. */
function schemaFrom(sidecar: string): string | null {
  const link = relative(dirname(resolve(sidecar)), SCHEMA)
    .split(sep)
    .join('/');
  return resolve(sidecar).startsWith(`${resolve(SCHEMA, '../../..')}${sep}`) ? link : null;
}
