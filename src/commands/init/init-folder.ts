/** Begins a catalogue in a folder: its description, an example dataset, and what is needed to build and publish it. */

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../../build/output/project-folder.ts';
import type { Advice } from '../../build/output/write-errors.ts';
import { CATALOGUE_FILE } from '../../discover/catalogue/read-catalogue.ts';
import { isDataFile, listFiles } from '../../discover/list-files.ts';
import { whyNotCategory } from '../../discover/name-dataset.ts';
import { titleOf } from '../../discover/sidecar/draft-sidecar.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { createFiles, type NewFile } from '../add-dataset/create-files.ts';
import { draftOf } from '../add-dataset/extend-catalogue.ts';

/**
 * Files that every new catalogue gets, as they are. npm leaves out files and folders whose names begin with a dot, or takes them for its own:
 * here those of `DOTTED` have none.
 */
const TEMPLATE = fileURLToPath(new URL('template/', import.meta.url));
const DOTTED = new Set(['gitattributes', 'github', 'gitignore']);
const RAW_DATA = SETTINGS.rawData.default;
const CATALOGUE = `${RAW_DATA}/${CATALOGUE_FILE}`;
/** The category of the example, and of whatever else has none. */
const FIRST_CATEGORY = 'general';
const FIRST_DESCRIPTION = { title: 'General', description: 'All datasets of this catalogue.' };
/** Commands that the folder gets as scripts, too. */
const SCRIPTS = ['add', 'check', 'build', 'dev', 'start', 'preview'];

/** What a person says about a new catalogue. */
export interface Answers {
  title: string;
  /** Null to name nobody. */
  publisher: string | null;
  /** A language tag, in canonical form. */
  language: string;
}

/** Paths are relative to the folder, with `/`. */
export interface Initialised {
  /** What was written, in the order of names. */
  written: string[];
  /** What was there already, and stays as it was. */
  kept: string[];
  /** The data file of the example; null if the folder has data of its own. */
  example: string | null;
  /** What the folder's `package.json` must still depend on, for the workflow to find it: `name@version`; null if it does. */
  missingPackage: string | null;
}

const INITIALISING: Advice = {
  byCode: new Map([
    ['EEXIST', 'Remove or rename the file that is where a folder must be.'],
    ['ENOTDIR', 'Remove or rename the file that is where a folder must be.'],
    ['EACCES', 'Give this user permission to write there, or name another folder.'],
    ['EPERM', 'Give this user permission to write there, or name another folder.'],
    ['EROFS', 'Name a folder that can be written to.'],
  ]),
  otherwise: 'Fix that, and try again, or name another folder.',
};

/** The title that a catalogue in a folder gets unless a person says otherwise: the folder's name. */
export function defaultTitle(folder: string): string {
  return titleOf(basename(resolve(folder))) || 'Open data';
}

/** True if the folder has no description of a catalogue, so that there is something to ask. */
export function lacksCatalogue(folder: string): boolean {
  return !exists(join(folder, CATALOGUE));
}

/**
 * Writes what a catalogue needs and the folder does not have: all of it or, if it throws a `ProblemError`, nothing. What is there stays as it is. The
 * example is written only with the catalogue's description, and only if there is no data yet. Creates the folder if it does not exist.
 */
export function initFolder(folder: string, answers: Answers): Initialised {
  const data = dataIn(folder);
  const hasExample = data.length === 0 && lacksCatalogue(folder);
  const wanted = [
    { path: CATALOGUE, text: catalogueText(answers, data) },
    ...templateFiles().filter(({ path }) => hasExample || !path.startsWith(`${RAW_DATA}/`)),
    { path: 'package.json', text: packageText() },
  ];
  const [first, ...rest] = wanted
    .filter(({ path }) => !exists(join(folder, path)))
    .map(({ path, text }): NewFile => ({ path: join(folder, path), file: path, content: { text } }));
  if (first) createFiles([first, ...rest], null, () => {}, INITIALISING);
  const written = first ? [first, ...rest].map(({ file }) => file).sort() : [];
  const kept = wanted.map(({ path }) => path).filter((path) => !written.includes(path));
  return {
    written,
    kept: kept.sort(),
    example: written.find(isDataFile) ?? null,
    missingPackage: missingPackageIn(join(folder, 'package.json')),
  };
}

/** Whether anything is at a path, even a link that leads nowhere. What makes a path impossible is reported when it is written. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The files of the template, with the paths that they get. */
function templateFiles(): { path: string; text: string }[] {
  return readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => {
      const from = join(parentPath, name);
      const path = relative(TEMPLATE, from).split(sep).join('/');
      const [top = ''] = path.split('/');
      return { path: DOTTED.has(top) ? `.${path}` : path, text: readFileSync(from, 'utf8') };
    });
}

/** The data files that a folder has already, relative to its raw data. */
function dataIn(folder: string): string[] {
  const rawData = join(folder, RAW_DATA);
  if (!exists(rawData)) return [];
  // What is wrong with them is for other commands to say.
  const { dataFiles, packages } = listFiles(rawData, () => {});
  return [...dataFiles, ...packages];
}

/** The description of a catalogue whose categories are the folders of its data; one for everything, if the data has no such folders. */
function catalogueText({ title, publisher, language }: Answers, data: readonly string[]): string {
  const folders = new Set(data.flatMap((file) => (file.includes('/') ? (file.split('/')[0] ?? []) : [])));
  const categories = [...folders].filter((name) => whyNotCategory(name) === null).sort();
  const described = categories.map((name) => [name, draftOf(name)]);
  const content = {
    title,
    description: 'Open datasets, each with its source and its licence.',
    ...(publisher === null ? {} : { publisher }),
    language,
    categories: described.length > 0 ? Object.fromEntries(described) : { [FIRST_CATEGORY]: FIRST_DESCRIPTION },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** This program. */
function ownPackage(): { name: string; version: string } {
  return JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
}

/** This program as a dependency, unless a package depends on some version of it, or cannot be read. */
function missingPackageIn(path: string): string | null {
  const { name, version } = ownPackage();
  try {
    const { name: own, dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'));
    return own === name || name in { ...dependencies, ...devDependencies } ? null : `${name}@${version}`;
  } catch {
    return null;
  }
}

/** Makes the folder a private package that depends on this version of Almanac. */
function packageText(): string {
  const { name, version } = ownPackage();
  const scripts = Object.fromEntries(SCRIPTS.map((command) => [command, `${name} ${command}`]));
  return `${JSON.stringify({ private: true, scripts, devDependencies: { [name]: version } }, null, 2)}\n`;
}
