/** Chooses where a new CSV file goes in the raw data, from its path and category alone: its content is not read. */

import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readDataPackage } from '../../discover/data-package/read-data-package.ts';
import { findSources } from '../../discover/find-sources.ts';
import { listFiles, sidecarOf } from '../../discover/list-files.ts';
import { nameDataset } from '../../discover/name-dataset.ts';
import { readCatalogue } from '../../discover/read-catalogue.ts';
import type { Category } from '../../model.ts';
import { didYouMean } from '../../problems/did-you-mean.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';

/** Where a file goes in the raw data. Paths are relative to that folder, with `/`. */
export interface ChosenPath {
  config: string;
  /** Name of the given file, without its extension. */
  stem: string;
  file: string;
  sidecar: string;
  /** True if the file is already in the raw data, and stays where it is. */
  isInside: boolean;
  /** Category that its sidecar must name, because its folder does not; else null. */
  category: string | null;
}

/** Chooses the paths for a file. Throws a `ProblemError` if its name is not usable, or if something already exists at one of them. */
export function choosePath(path: string, rawData: string, category: string | null): ChosenPath {
  const problems: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => problems.push(it));
  const [first] = problems;
  if (!catalogue) {
    throw first
      ? new ProblemError(first)
      : refusal('raw-data-missing', rawData, 'is not a folder', 'Name the folder: --raw-data DIR.');
  }
  const stem = basename(path).replace(/\.(?:csv|tsv|txt|dat)$/i, '');
  const naming = nameDataset(stem);
  if (!('name' in naming)) throw refusal(naming.code, path, naming.message, naming.help);
  const config = naming.name;
  const inside = fileInside(path, rawData);
  const placement =
    inside === null
      ? { file: `${chooseCategory(category, catalogue.categories)}/${config}.csv`, isInside: false, category: null }
      : { file: inside, isInside: true, category: categoryBeside(inside, category, catalogue.categories) };
  const sidecar = sidecarOf(placement.file);
  refuseDescribed(path, rawData, placement.file, config);
  for (const file of placement.isInside ? [sidecar] : [placement.file, sidecar]) requireFree(join(rawData, file), file);
  return { config, stem, sidecar, ...placement };
}

export function refusal(code: Problem['code'], file: string, message: string, help: string): ProblemError {
  return new ProblemError(problem(code, { file }, message, help));
}

/** The refusal to write over something; `detail` ends the message. */
export function alreadyExists(file: string, detail = ''): ProblemError {
  const help = 'Rename the new file, or edit or remove the existing one.';
  return refusal('target-exists', file, `already exists${detail}`, help);
}

/**
 * Path of a file in the raw data, relative to that folder; null for a file from elsewhere. A link counts as a file at its own path, since
 * that is where a build finds it. Throws a `ProblemError` if builds ignore the path.
 */
function fileInside(path: string, rawData: string): string | null {
  const root = realpathSync(rawData);
  const real = below(root, realpathSync(path));
  const file = below(root, join(realpathSync(dirname(path)), basename(path))) ?? real;
  if (file === null) return null;
  const hidden = file.split('/').find((part) => part.startsWith('.'));
  if (hidden !== undefined) {
    const message = `"${hidden}" begins with a dot: such files and folders are hidden, and builds ignore them`;
    throw refusal('name-invalid', file, message, 'Rename it so that it begins with a letter or a digit.');
  }
  if (!/\.csv$/i.test(file)) {
    const renamed = `${basename(file).replace(/\.[^.]*$/, '')}.csv`;
    throw refusal('name-invalid', file, 'does not end in .csv, so builds ignore it', `Rename it to ${renamed}.`);
  }
  if (real === null) {
    const help = 'Remove the link, and add the file that it leads to: that copies it.';
    throw refusal('link-outside', file, 'is a link to a file outside the raw-data folder', help);
  }
  return file;
}

/** Path relative to a folder, with `/`; null for a path outside it. */
function below(folder: string, path: string): string | null {
  const inside = relative(folder, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside
    ? null
    : inside.split(sep).join('/');
}

/** The category that the sidecar of a file in the raw data must name; null if its folder is that category. */
function categoryBeside(file: string, given: string | null, categories: readonly Category[]): string | null {
  const [folder = null, ...rest] = file.split('/');
  if (rest.length === 0) return chooseCategory(given, categories);
  const wanted = given === null ? folder : chooseCategory(given, categories);
  return wanted === folder ? null : wanted;
}

function chooseCategory(given: string | null, categories: readonly Category[]): string {
  const names = categories.map(({ name }) => name);
  const [only, ...others] = names;
  if (given === null && only !== undefined && others.length === 0) return only;
  if (given !== null && names.includes(given)) return given;
  const message =
    given === null ? 'the category of the file is not given' : `--category ${given} is not in the catalogue`;
  throw new ProblemError(
    problem(
      'setting-invalid',
      { file: null },
      message + didYouMean(given ?? '', names),
      `Write --category with one of ${names.join(', ')}. To add a category, describe it in catalogue.json.`,
    ),
  );
}

/** Refuses a file that a data package describes, or whose config name another file has. */
function refuseDescribed(path: string, rawData: string, file: string, config: string): void {
  const silent = (): void => {};
  const listing = listFiles(rawData, silent);
  const owner = listing.packages.find((it) => readDataPackage(rawData, it, listing, silent).files.includes(file));
  if (owner !== undefined) {
    const help = 'It needs no sidecar. To change its description, edit that file.';
    throw refusal('target-exists', file, `is already described by ${owner}`, help);
  }
  const other = findSources(rawData, null, silent).find((source) => source.config === config && source.file !== file);
  if (other) {
    const message = `has the config name "${config}", which ${other.file} already has`;
    throw refusal('name-collision', path, message, 'Rename the file: its config name is made from its file name.');
  }
}

function requireFree(path: string, file: string): void {
  let isLink: boolean;
  try {
    // Not `stat`: a link that leads nowhere exists too.
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    isLink = stat.isSymbolicLink();
  } catch {
    // Writing there reports the reason.
    return;
  }
  throw alreadyExists(file, isLink ? ', as a link' : '');
}
