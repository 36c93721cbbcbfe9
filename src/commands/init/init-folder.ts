/** Sets up a catalogue in a folder: its description, an example dataset, and the files needed to build and publish it. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGUE_FILE } from '../../discover/catalogue/catalogue-file.ts';
import { isDataFile, listFiles } from '../../discover/list-files.ts';
import { whyNotCategory } from '../../discover/name-dataset.ts';
import { titleOf } from '../../discover/sidecar/draft-sidecar.ts';
import { namesIn } from '../../discover/spelling.ts';
import { isFolder } from '../../discover/stat-or-error.ts';
import { statsOf } from '../../pipeline/files/file-stats.ts';
import { PROJECT } from '../../pipeline/output/project-folder.ts';
import { attempt } from '../../problems/attempt.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { textsFor } from '../../texts/texts.ts';
import { createFiles, type FileChange } from '../add-dataset/create-files.ts';
import { draftedCategory } from '../add-dataset/extend-catalogue.ts';
import { readObject } from '../edit-json.ts';

const { name: NAME, version: VERSION }: { name: string; version: string } = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
);
/** The folder with the files of a new catalogue. */
const TEMPLATE = fileURLToPath(new URL('template/', import.meta.url));
/** Names in the template that get a leading dot in a catalogue. The template omits the dot, since npm drops or renames some dotfiles. */
const DOTTED = new Set(['gitattributes', 'github', 'gitignore']);
const RAW_DATA = SETTINGS.rawData.default;
/** Path of the catalogue's description, relative to the folder that is set up. */
export const CATALOGUE = `${RAW_DATA}/${CATALOGUE_FILE}`;
/** Name of the default category, which contains the example. The guide uses this name, so it is the same in every language. */
const FIRST_CATEGORY = 'general';
/** Path of the example's sidecar in the template. */
const EXAMPLE_SIDECAR = `${RAW_DATA}/${FIRST_CATEGORY}/wheat-prices-and-wages.meta.json`;
/** Commands that become scripts in the folder's package.json. */
const SCRIPTS = ['add', 'update', 'check', 'build', 'dev', 'start', 'preview'];

/** The user's answers about a new catalogue. */
export interface Answers {
  title: string;
  /** Null if the catalogue names no publisher. */
  publisher: string | null;
  /** A language tag, in canonical form. */
  language: string;
}

/** The result of `initFolder`. Files are given as paths relative to the folder, with `/` as the separator. */
export type Initialised = ReturnType<typeof initFolder>;

/** The file in which npm records the packages installed in a folder. */
const INSTALLED = 'node_modules/.package-lock.json';
const IGNORES = '.gitignore';

/** Default title of a catalogue, derived from the folder's name. */
export function defaultTitle(folder: string, language: string): string {
  return titleOf(basename(resolve(folder)).replace(/\p{Cc}+/gu, ' ')) || textsFor(language).drafts.title;
}

/** Whether the folder has no description of a catalogue yet. Only then does `initFolder` use the answers. */
export function lacksCatalogue(folder: string): boolean {
  return statsOf(join(folder, CATALOGUE)) === undefined;
}

/**
 * Writes the files that a catalogue needs and the folder lacks: all of them or, if it throws a `ProblemError`, none. Existing files are
 * left unchanged. The example is written only along with the catalogue's description, and only if the folder has no data yet, not even at
 * its top level. Creates the folder if it does not exist.
 */
export function initFolder(folder: string, answers: Answers) {
  const data = dataIn(folder);
  const toAdd = namesIn(folder).filter((name) => isDataFile(name) && !isFolder(join(folder, name)));
  const hasExample = data.length === 0 && toAdd.length === 0 && lacksCatalogue(folder);
  const templates = templateFiles(answers.language);
  const wanted = [
    { path: CATALOGUE, text: catalogueText(answers, data) },
    ...templates.filter(({ path }) => hasExample || !path.startsWith(`${RAW_DATA}/`)),
    { path: 'package.json', text: packageText(folder) },
  ];
  const changes = wanted
    .filter(({ path }) => statsOf(join(folder, path)) === undefined)
    .map(({ path, text }): FileChange => ({ path: join(folder, path), file: path, content: { text } }));
  createFiles(changes, () => {});
  const written = changes.map(({ file }) => file).sort();
  const kept = wanted.map(({ path }) => path).filter((path) => !written.includes(path));
  return {
    /** Files that were written, sorted by path. */
    written,
    /** Files that would have been written, but that already existed and were left unchanged. */
    kept: kept.sort(),
    /** The data file of the example; null if the example was not written. */
    example: written.find(isDataFile) ?? null,
    /** The dependency on Almanac, as `name@version` or `file:PATH`, if `package.json` lacks it; otherwise null. */
    missingPackage: lacksDependency(folder) ? (installedFileIn(folder) ?? `${NAME}@${VERSION}`) : null,
    /** Patterns for installed packages and build output that an existing `.gitignore` lacks. */
    missingIgnores: missingIgnoresIn(folder, templates.find(({ path }) => path === IGNORES)?.text ?? ''),
    /** Names of the CSV and TSV files at the top level of the folder, which the user can add to the catalogue. */
    toAdd: toAdd.sort(),
  };
}

/** The files of the template, with their paths and texts in a catalogue of the given language. */
function templateFiles(language: string): { path: string; text: string }[] {
  return readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => {
      const from = join(parentPath, name);
      const path = relative(TEMPLATE, from).split(sep).join('/');
      const [top = ''] = path.split('/');
      const text = readFileSync(from, 'utf8');
      const { example } = textsFor(language).drafts;
      if (path === EXAMPLE_SIDECAR && example !== null) {
        return { path, text: `${JSON.stringify({ ...JSON.parse(text), ...example }, null, 2)}\n` };
      }
      return { path: DOTTED.has(top) ? `.${path}` : path, text };
    });
}

/** Paths of a folder's data files and data packages, relative to its raw-data folder. */
function dataIn(folder: string): string[] {
  const rawData = join(folder, RAW_DATA);
  if (statsOf(rawData) === undefined) return [];
  // Problems with these files are ignored here, since other commands report them.
  const { dataFiles, packages } = listFiles(rawData, () => {});
  return [...dataFiles, ...packages];
}

/** A catalogue's description, as JSON. Top-level folders with valid names become categories; if no folder does, the default one is used. */
function catalogueText({ title, publisher, language }: Answers, data: readonly string[]): string {
  const folders = new Set(data.flatMap((file) => (file.includes('/') ? (file.split('/')[0] ?? []) : [])));
  const categories = [...folders].filter((name) => whyNotCategory(name) === null).sort();
  const { first, description } = textsFor(language).drafts;
  const described = categories.map((name) => [name, draftedCategory(name, language)]);
  const content = {
    title,
    description,
    ...(publisher === null ? {} : { publisher }),
    language,
    categories: described.length > 0 ? Object.fromEntries(described) : { [FIRST_CATEGORY]: first },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Whether the `package.json` of a folder lacks Almanac; false if it cannot be read or is Almanac's own. */
function lacksDependency(folder: string): boolean {
  const description = readObject(join(folder, 'package.json'));
  if (description === null || description.name === NAME) return false;
  return !Object.hasOwn({ ...Object(description.dependencies), ...Object(description.devDependencies) }, NAME);
}

/** The file from which this program was installed into a folder, such as `file:almanac-1.0.0.tgz`; null if it came otherwise. */
function installedFileIn(folder: string): string | null {
  const packages = readObject(join(folder, INSTALLED))?.packages as Record<string, { resolved?: unknown }> | undefined;
  const source = packages?.[`node_modules/${NAME}`]?.resolved;
  return typeof source === 'string' && source.startsWith('file:') ? source : null;
}

/** The patterns of `template` that the folder's `.gitignore` lacks. Similar forms count as the same, such as `/dist/` and `dist`. */
function missingIgnoresIn(folder: string, template: string): string[] {
  const text = attempt(() => readFileSync(join(folder, IGNORES), 'utf8'), null);
  if (text === null) return [];
  const patterns = (lines: string): string[] =>
    lines.split(/\r?\n/).filter((line) => line.trim() && !line.startsWith('#'));
  const has = new Set(patterns(text).map((line) => line.trim().replace(/^(?:\*\*)?\/|\/\*{0,2}$/g, '')));
  return patterns(template).filter((pattern) => !has.has(pattern));
}

/** The text of a private package.json that depends on this version of Almanac, or on the file from which it was installed. */
function packageText(folder: string): string {
  const scripts = Object.fromEntries(SCRIPTS.map((command) => [command, `${NAME} ${command}`]));
  const source = installedFileIn(folder) ?? VERSION;
  return `${JSON.stringify({ private: true, scripts, devDependencies: { [NAME]: source } }, null, 2)}\n`;
}
