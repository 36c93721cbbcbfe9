/** Takes a CSV file into the raw data: a copy of it, and a sidecar with what can be found out, for a person to fill in. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CheckedFile, checkSource } from './check-data.ts';
import type { Settings } from './config.ts';
import { didYouMean } from './did-you-mean.ts';
import { draftSidecar } from './discover/draft-sidecar.ts';
import { findSources } from './discover/find-sources.ts';
import { SIDECAR } from './discover/list-files.ts';
import { nameDataset } from './discover/name-dataset.ts';
import { readCatalogue } from './discover/read-catalogue.ts';
import { undescribedSource } from './discover/undescribed-source.ts';
import type { Category } from './model.ts';
import { type Problem, ProblemError, problem } from './problems.ts';
import { profileSource } from './profile-source.ts';

const SCHEMA = fileURLToPath(new URL('../public/schemas/dataset.schema.json', import.meta.url));

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
 * writes nothing, when the file cannot be read as text, has no usable name, or is there already.
 */
export function addDataset(path: string, { rawData, category }: Pick<Settings, 'rawData' | 'category'>): Added {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw refusal('file-unreadable', path, 'is not there, or no regular file', 'Name a CSV file.');
  }
  const { form, reasons } = proposeForm(path);
  const place = placeFor(path, rawData, category);
  const target = join(rawData, place.file);
  const sidecar = place.file.replace(/\.csv$/i, SIDECAR);
  const sidecarPath = join(rawData, sidecar);
  for (const [file, at] of [
    [place.isInside ? null : place.file, target],
    [sidecar, sidecarPath],
  ] as const) {
    if (file !== null && existsSync(at)) {
      throw refusal('target-exists', file, 'is there already', 'Rename the file to add, or edit what is there.');
    }
  }
  const found = { ...checkSource(undescribedSource(path, place.file, form)), config: place.config };
  const columns = found.columns.map(({ name }) => name);
  const stem = basename(path).replace(/\.csv$/i, '');
  const text = draftSidecar({ schema: schemaFrom(sidecarPath), stem, category: place.category, columns, form });
  mkdirSync(dirname(target), { recursive: true });
  if (!place.isInside) copyWhole(path, target);
  try {
    writeFileSync(sidecarPath, text, { flag: 'wx' });
  } catch (error) {
    if (!place.isInside) rmSync(target);
    throw error;
  }
  return { file: place.file, sidecar, form, reasons, found };
}

/** Most faults of form that one file has. */
const MOST_ROUNDS = 8;
/** A file with these is no table, or none that can be read at all. */
const HOPELESS: ReadonlySet<string> = new Set(['file-unreadable', 'file-empty']);

/** Reads the file, and as long as a problem has one likely cure, reads it again with that. */
function proposeForm(path: string): Pick<Added, 'form' | 'reasons'> {
  const reasons: Problem[] = [];
  let form: Record<string, unknown> = {};
  for (;;) {
    const problems: Problem[] = [];
    profileSource(undescribedSource(path, path, form), (it) => problems.push(it));
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

/** Where a file goes in the raw data, and the category its sidecar must name because the folder does not. */
interface PlaceInRawData {
  config: string;
  file: string;
  isInside: boolean;
  category: string | null;
}

function placeFor(path: string, rawData: string, category: string | null): PlaceInRawData {
  const problems: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => problems.push(it));
  const [first] = problems;
  if (!catalogue) {
    throw first
      ? new ProblemError(first)
      : refusal('raw-data-missing', rawData, 'is no folder', 'Name it: --raw-data DIR.');
  }
  const config = configOf(path, rawData);
  const inside = relative(realpathSync(rawData), realpathSync(path));
  if (!inside.startsWith(`..${sep}`) && resolve(inside) !== inside) {
    const folder = inside.includes(sep) ? (inside.split(sep)[0] as string) : null;
    const wanted = category === null && folder !== null ? folder : chooseCategory(category, catalogue.categories);
    return { config, file: inside.split(sep).join('/'), isInside: true, category: wanted === folder ? null : wanted };
  }
  const file = `${chooseCategory(category, catalogue.categories)}/${config}.csv`;
  return { config, file, isInside: false, category: null };
}

/** Config name of a file to add. */
function configOf(path: string, rawData: string): string {
  const naming = nameDataset(basename(path).replace(/\.csv$/i, ''));
  if (!('name' in naming)) throw refusal(naming.code, path, naming.message, naming.help);
  const other = findSources(rawData, null, () => {}).find(({ config }) => config === naming.name);
  if (other && realpathSync(other.path) !== realpathSync(path)) {
    const message = `has the config name "${naming.name}", which ${other.file} has already`;
    throw refusal('name-collision', path, message, 'Rename the file: the config name is made from the file’s name.');
  }
  return naming.name;
}

function chooseCategory(given: string | null, categories: readonly Category[]): string {
  const names = categories.map(({ name }) => name);
  const [only, ...others] = names;
  if (given === null && only !== undefined && others.length === 0) return only;
  if (given !== null && names.includes(given)) return given;
  const message =
    given === null
      ? 'it must be said which category the file belongs to'
      : `--category ${given} is not in the catalogue`;
  throw new ProblemError(
    problem(
      'setting-invalid',
      { file: null },
      message + didYouMean(given ?? '', names),
      `Write --category with one of ${names.join(', ')}. A new one is described in catalogue.json.`,
    ),
  );
}

function refusal(code: Problem['code'], file: string, message: string, help: string): ProblemError {
  return new ProblemError(problem(code, { file }, message, help));
}

/** Link from a sidecar to the JSON Schema; null where they have nothing in common but the root. */
function schemaFrom(sidecar: string): string | null {
  const link = relative(dirname(resolve(sidecar)), SCHEMA)
    .split(sep)
    .join('/');
  return resolve(sidecar).startsWith(`${resolve(SCHEMA, '../../..')}${sep}`) ? link : null;
}

/** Copies a file so that the copy is there whole or not at all. */
function copyWhole(from: string, to: string): void {
  const temporary = join(dirname(to), `.${basename(to)}-${process.pid}`);
  try {
    copyFileSync(from, temporary);
    renameSync(temporary, to);
  } finally {
    rmSync(temporary, { force: true });
  }
}
