/** Chooses where to put a new data file in the raw data, without reading its content. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readDataPackage } from '../../discover/data-package/read-data-package.ts';
import { findSources } from '../../discover/find-sources.ts';
import { isDataFile, isTsv, listFiles, sidecarOf } from '../../discover/list-files.ts';
import { nameDataset } from '../../discover/name-dataset.ts';
import { pathBelow } from '../../discover/path-below.ts';
import { statsOf } from '../../pipeline/files/file-stats.ts';
import { advice } from '../../problems/name-command.ts';
import { catalogueOf, chooseCategory, type Request } from './choose-category.ts';
import { alreadyExists, refusal } from './refusal.ts';

/** The place of a file in the raw-data folder. Paths are relative to that folder, with `/` as the separator. */
export type ChosenPath = ReturnType<typeof choosePath>;

/**
 * Chooses the place and category of a file, or of the CSV file that `isConverted` says is made from it. Throws a `ProblemError` if the file
 * cannot be added, for example if its name is taken.
 */
export function choosePath(request: Request, isConverted = false) {
  const { path, shown, rawData } = request;
  const catalogue = catalogueOf(rawData);
  /** Name of the given file, without the extension of a table or a workbook. */
  const stem = basename(path).replace(/\.(?:csv|tsv|txt|dat|xls[xm])$/i, '');
  const naming = nameDataset(stem);
  if (!('name' in naming)) throw refusal(naming.code, shown, naming.message, naming.help);
  const config = naming.name;
  const inside = fileInside(path, rawData, isConverted);
  const [folder = '', ...rest] = inside?.split('/') ?? [];
  const folderCategory = rest.length > 0 ? folder : null;
  const category = chooseCategory(request, folderCategory, catalogue);
  /** True if the file is already in the raw data and stays where it is. */
  const isInside = inside !== null && !isConverted;
  const file = isInside ? inside : `${category.name}/${config}.${isTsv(path) ? 'tsv' : 'csv'}`;
  const sidecar = sidecarOf(file);
  refuseDescribed(shown, rawData, file, config);
  const [filePath, sidecarPath] = [join(rawData, file), join(rawData, sidecar)];
  const copy = isConverted ? 'save the sheet as CSV (UTF-8)' : `copy ${path}`;
  const edition =
    shown === path
      ? `To publish a new edition, ${copy} over ${filePath}, and keep its sidecar ${sidecarPath}.`
      : advice`To publish a new edition, write "from": "${shown}" in ${sidecarPath} and run {almanac update}.`;
  const help = existsSync(sidecarPath) ? `${edition} If the new file is a different dataset, rename it.` : undefined;
  if (!isInside) requireFree(filePath, file, help);
  requireFree(sidecarPath, sidecar);
  return {
    ...{ config, stem, file, sidecar, isInside, category },
    /** True if the sidecar must name the category, because the file's folder does not. */
    namesCategory: isInside && category.name !== folderCategory,
    /** False if the catalogue has no description yet. */
    hasCatalogue: catalogue !== null,
    /** True if the catalogue names a licence for datasets that do not name their own. */
    hasLicense: catalogue !== null && catalogue.license !== null,
  };
}

/**
 * Path of a file relative to the raw-data folder; null if the file is outside the folder. A link inside the folder counts as a file at the
 * link's own path, as in a build. Throws a `ProblemError` if builds would ignore or refuse the file, unless it is converted.
 */
function fileInside(path: string, rawData: string, isConverted: boolean): string | null {
  // On a case-insensitive file system, the native function returns names as they are spelled on disk.
  const { native: realPath } = realpathSync;
  const root = realPath(rawData);
  const real = pathBelow(root, realPath(path));
  const file = pathBelow(root, join(realPath(dirname(path)), basename(path))) ?? real;
  if (file === null) return null;
  const hidden = file.split('/').find((part) => part.startsWith('.'));
  if (hidden !== undefined) {
    const message = `"${hidden}" begins with a dot: such files and folders are hidden, and builds ignore them`;
    throw refusal('name-invalid', file, message, 'Rename it so that it begins with a letter or a digit.');
  }
  if (isConverted) return file;
  if (!isDataFile(file)) {
    const renamed = basename(file).replace(/\.[^.]*$/, '');
    const help = `Rename it to ${renamed}.csv or, if tabs separate its cells, to ${renamed}.tsv.`;
    throw refusal('name-invalid', file, 'does not end in .csv or .tsv, so builds ignore it', help);
  }
  if (real === null) {
    const help = 'Remove the link, then add the file that it leads to. This copies the file into the raw data.';
    throw refusal('link-outside', file, 'is a link to a file outside the raw-data folder', help);
  }
  return file;
}

/** Refuses a file that a data package already describes, or whose config name or sidecar belongs to another file. */
function refuseDescribed(shown: string, rawData: string, file: string, config: string): void {
  const silent = (): void => {};
  const listing = listFiles(rawData, silent);
  const owner = listing.packages.find((it) => readDataPackage(rawData, it, listing, silent).files.includes(file));
  if (owner !== undefined) {
    const help = `It needs no sidecar. To change its description, edit ${owner}.`;
    throw refusal('target-exists', file, `is already described by ${owner}`, help);
  }
  const sibling = listing.dataFiles.find((it) => it !== file && sidecarOf(it) === sidecarOf(file));
  const described = findSources(rawData, null, silent).find((it) => it.config === config && it.file !== file);
  const other = described?.file ?? sibling;
  if (other !== undefined) {
    const message = `has the config name "${config}", which ${other} already uses`;
    throw refusal('name-collision', shown, message, 'Rename the file: its config name is made from its file name.');
  }
}

/** Throws a `ProblemError` if something exists at a path. If that is not a link, `help` replaces the default advice. */
function requireFree(path: string, file: string, help?: string): void {
  const there = statsOf(path);
  // If the path cannot be accessed, writing to it fails later and reports the reason.
  if (!there) return;
  throw there.isSymbolicLink() ? alreadyExists(file, ', as a link') : alreadyExists(file, '', help);
}
