/** Where a CSV file that is added goes in the raw data, from its path and the category alone: nothing of it is read. */

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

/** Where a file goes in the raw data; paths are relative to it, with `/`. */
export interface ChosenPath {
  config: string;
  /** Name of the given file without its extension. */
  stem: string;
  file: string;
  sidecar: string;
  /** True for a file that stays where it is. */
  isInside: boolean;
  /** What its sidecar must name because the folder does not. */
  category: string | null;
}

/** The place of a file that is there. Throws a `ProblemError` when it has no usable name, or something is in its place already. */
export function choosePath(path: string, rawData: string, category: string | null): ChosenPath {
  const problems: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => problems.push(it));
  const [first] = problems;
  if (!catalogue) {
    throw first
      ? new ProblemError(first)
      : refusal('raw-data-missing', rawData, 'is no folder', 'Name it: --raw-data DIR.');
  }
  const stem = basename(path).replace(/\.(?:csv|tsv|txt|dat)$/i, '');
  const naming = nameDataset(stem);
  if (!('name' in naming)) throw refusal(naming.code, path, naming.message, naming.help);
  const config = naming.name;
  const inside = fileInside(path, rawData);
  const place =
    inside === null
      ? { file: `${chooseCategory(category, catalogue.categories)}/${config}.csv`, isInside: false, category: null }
      : { file: inside, isInside: true, category: categoryBeside(inside, category, catalogue.categories) };
  const sidecar = sidecarOf(place.file);
  refuseDescribed(path, rawData, place.file, config);
  for (const file of place.isInside ? [sidecar] : [place.file, sidecar]) refuseTaken(join(rawData, file), file);
  return { config, stem, sidecar, ...place };
}

/** A refusal to add a file. */
export function refusal(code: Problem['code'], file: string, message: string, help: string): ProblemError {
  return new ProblemError(problem(code, { file }, message, help));
}

/** The refusal to write where something is. */
export function alreadyExists(file: string, what = ''): ProblemError {
  const help = 'Rename the file to add, or edit or remove what is there.';
  return refusal('target-exists', file, `is there already${what}`, help);
}

/**
 * Path in the raw data of a file that lies there, which a build looks at; null for one from elsewhere. A link is the file itself: the
 * name that is given to it is what a build finds.
 */
function fileInside(path: string, rawData: string): string | null {
  const root = realpathSync(rawData);
  const real = below(root, realpathSync(path));
  const file = below(root, join(realpathSync(dirname(path)), basename(path))) ?? real;
  if (file === null) return null;
  const hidden = file.split('/').find((part) => part.startsWith('.'));
  if (hidden !== undefined) {
    const message = `"${hidden}" begins with a dot: such files and folders are hidden, and no build looks at them`;
    throw refusal('name-invalid', file, message, 'Rename it, so that it begins with a letter or a digit.');
  }
  if (!/\.csv$/i.test(file)) {
    const renamed = `${basename(file).replace(/\.[^.]*$/, '')}.csv`;
    throw refusal('name-invalid', file, 'does not end in .csv, so no build looks at it', `Rename it to ${renamed}.`);
  }
  if (real === null) {
    const help = 'Remove the link, and add the file that it leads to: it is copied then.';
    throw refusal('link-outside', file, 'is a link out of the raw-data folder', help);
  }
  return file;
}

/** Path relative to a folder, with `/`; null for what does not lie in it. */
function below(folder: string, path: string): string | null {
  const inside = relative(folder, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside
    ? null
    : inside.split(sep).join('/');
}

/** The category that a file's sidecar must name; null when its folder says it. */
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

/** Refuses a file that a data package describes, and one whose config name another has. */
function refuseDescribed(path: string, rawData: string, file: string, config: string): void {
  const silent = (): void => {};
  const listing = listFiles(rawData, silent);
  const owner = listing.packages.find((it) => readDataPackage(rawData, it, listing, silent).files.includes(file));
  if (owner !== undefined) {
    const help = 'It needs no sidecar. What is to be said otherwise is changed there.';
    throw refusal('target-exists', file, `is described by ${owner} already`, help);
  }
  const other = findSources(rawData, null, silent).find((source) => source.config === config && source.file !== file);
  if (other) {
    const message = `has the config name "${config}", which ${other.file} has already`;
    throw refusal('name-collision', path, message, 'Rename the file: the config name is made from the file’s name.');
  }
}

function refuseTaken(path: string, file: string): void {
  let isLink: boolean;
  try {
    // A link that leads nowhere is in the way as well.
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    isLink = stat.isSymbolicLink();
  } catch {
    // Whoever writes there tells what is in the way.
    return;
  }
  throw alreadyExists(file, isLink ? ', as a link' : '');
}
