import { join, posix } from 'node:path';
import { didYouMean } from '../did-you-mean.ts';
import type { Category, Source } from '../model.ts';
import { problem, type Report } from '../problems.ts';
import type { Description } from './description.ts';
import { type Listing, listFiles, SIDECAR, sidecarOf } from './list-files.ts';
import { type Naming, nameDataset } from './name-dataset.ts';
import { overlaySidecar } from './overlay-sidecar.ts';
import { CATALOGUE_FILE } from './read-catalogue.ts';
import { type PackagedTable, readDataPackage } from './read-data-package.ts';
import { readJson } from './read-json.ts';
import { readMetadata } from './read-metadata.ts';

/**
 * Finds the files with data below the raw-data folder that a sidecar or a data package describes, each with its name; in the order of
 * their config names, by code point. One whose name or category will not do is reported and marked as refused. `categories` is null
 * when the catalogue could not be read: then a dataset's category is not checked.
 */
export function findSources(rawData: string, categories: readonly Category[] | null, report: Report): Source[] {
  const listing = listFiles(rawData, report);
  const search = { rawData, listing, categories, report };
  const packages = listing.packages.map((file) => readDataPackage(rawData, file, listing, report));
  const tables = packages.flatMap(({ file, tables }) => tables.map((table) => describeTable(search, file, table)));
  const packaged = new Set(packages.flatMap(({ files }) => files));
  const unread = packages.filter(({ isRead }) => !isRead).map(({ file }) => folderOf(file));
  const files = listing.csvFiles
    .filter((file) => !packaged.has(file))
    .map((file) => describeFile(search, file, unread));
  reportSidecarsWithoutData(listing, packaged, report);
  const sources = [...tables, ...files].filter((source) => source !== null);
  refuseCollisions(sources, report);
  return sources.sort((a, b) => (a.config < b.config ? -1 : 1));
}

/** What the steps of one search share. */
interface Search {
  rawData: string;
  listing: Listing;
  categories: readonly Category[] | null;
  report: Report;
}

/** A file with data, the name that was made for it, and where its description stands. */
interface Found {
  file: string;
  naming: Naming;
  descriptionFile: string;
}

function describeTable(search: Search, descriptionFile: string, table: PackagedTable): Source | null {
  const { file, description } = table;
  const { rawData, listing, report } = search;
  const naming = nameDataset(table.name, 'resource');
  if (!('name' in naming)) report(problem(naming.code, table.nameLocation, naming.message, naming.help));
  const sidecar = sidecarOf(file);
  if (listing.refused.has(sidecar)) return null;
  const document = listing.sidecars.has(sidecar) ? readJson(join(rawData, sidecar), sidecar, report) : undefined;
  if (document === null) return null;
  return readSource(search, { file, naming, descriptionFile }, overlaySidecar(description, document ?? null));
}

/** `unread` are the folders of data packages that could not be read: what they say of the files below them is not known. */
function describeFile(search: Search, file: string, unread: readonly string[]): Source | null {
  const { rawData, listing, report } = search;
  const naming = nameDataset(posix.basename(file).replace(/\.csv$/i, ''));
  if (!('name' in naming)) report(problem(naming.code, { file }, naming.message, naming.help));
  const sidecar = sidecarOf(file);
  if (listing.refused.has(sidecar)) return null;
  if (!listing.sidecars.has(sidecar)) {
    if (!unread.some((folder) => file.startsWith(folder))) {
      report(
        problem(
          'sidecar-missing',
          { file },
          'has no description, so readers would not know what it is or whom it is from',
          `"npm run add -- FILE" writes one to fill in. Or create ${sidecar}:\n${exampleSidecar(file.includes('/'))}`,
        ),
      );
    }
    return null;
  }
  const document = readJson(join(rawData, sidecar), sidecar, report);
  return document && readSource(search, { file, naming, descriptionFile: sidecar }, document);
}

function readSource(search: Search, { naming, ...found }: Found, description: Description): Source | null {
  const [folder = null, ...below] = found.file.split('/');
  const metadata = readMetadata(description, below.length > 0 ? folder : null, search.report);
  if (!metadata) return null;
  const { isSound, ...described } = metadata;
  const isKnown =
    metadata.category !== '' && isKnownCategory(metadata.category, description.at(['category']).file, search);
  return {
    ...described,
    ...found,
    config: 'name' in naming ? naming.name : '',
    isRefused: !('name' in naming) || !isKnown || !isSound,
    isDescribed: true,
    path: join(search.rawData, found.file),
  };
}

/** A folder with a slash behind it; empty for the raw-data folder itself. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function reportSidecarsWithoutData(
  { csvFiles, sidecars, refused }: Listing,
  packaged: Set<string>,
  report: Report,
): void {
  const expected = new Set([...csvFiles, ...refused, ...packaged].map(sidecarOf));
  for (const sidecar of sidecars) {
    if (expected.has(sidecar)) continue;
    report(
      problem(
        'sidecar-without-data',
        { file: sidecar },
        'describes a CSV file that is not there',
        `Add ${sidecar.slice(0, -SIDECAR.length)}.csv, or remove this file.`,
      ),
    );
  }
}

function exampleSidecar(inFolder: boolean): string {
  const example = {
    name: 'Title of the dataset',
    description: 'Two or three sentences that a reader needs.',
    source: 'Institution that publishes the data',
    url: 'https://example.org/',
    license: 'Licence of the data',
    ...(inFolder ? {} : { category: 'economy' }),
    columns: {},
  };
  return JSON.stringify(example, null, 2);
}

/** False, and reported, for a category that is not in the catalogue. `file` is where it is said, or what it follows from. */
function isKnownCategory(category: string, file: string, { categories, report }: Search): boolean {
  const names = categories?.map(({ name }) => name);
  if (!names || names.includes(category)) return true;
  report(
    problem(
      'category-unknown',
      { file },
      `the category "${category}" is not in the catalogue${didYouMean(category, names)}`,
      `Known: ${names.join(', ') || 'none'}. Move the file, or describe the category in ${CATALOGUE_FILE}.`,
    ),
  );
  return false;
}

/** Reports each of the sources that have a config name in common, with the others that have it. */
function refuseCollisions(sources: readonly Source[], report: Report): void {
  const named = sources.filter(({ config }) => config !== '');
  for (const [config, group] of Map.groupBy(named, (source) => source.config)) {
    if (group.length === 1) continue;
    for (const source of group) {
      const others = group.slice(0, 6).filter((other) => other !== source);
      const more = group.length > others.length + 1 ? ', …' : '';
      source.isRefused = true;
      report(
        problem(
          'name-collision',
          { file: source.file },
          `has the same config name "${config}" as ${others.map((other) => other.file).join(', ')}${more}`,
          'Rename one of them: the config name is made from the file’s name, or from its resource’s name in a data package, whatever the folder.',
        ),
      );
    }
  }
}
