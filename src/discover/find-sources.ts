import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import glob from 'fast-glob';
import type { Category, Source } from '../model.ts';
import { didYouMean, problem, type Report } from '../problems.ts';
import { nameDataset } from './name-dataset.ts';
import { CATALOGUE_FILE } from './read-catalogue.ts';
import { readMetadata } from './read-metadata.ts';

const SIDECAR = '.meta.json';

/**
 * Finds the CSV files below the raw-data folder, each named and described; in the order of their config names, by code
 * point. `categories` is null when the catalogue could not be read: then a dataset's category is not checked.
 */
export function findSources(rawData: string, categories: readonly Category[] | null, report: Report): Source[] {
  const { csvFiles, sidecars } = listFiles(rawData, report);
  const sources: Source[] = [];
  for (const file of csvFiles) {
    const stem = file.slice(0, -'.csv'.length);
    const sidecar = `${stem}${SIDECAR}`;
    sidecars.delete(sidecar);
    const source = describeFile(rawData, file, sidecar, report);
    if (!source) continue;
    if (categories && !isKnownCategory(source, categories, report)) continue;
    sources.push(source);
  }
  for (const sidecar of sidecars) {
    report(
      problem(
        'sidecar-without-data',
        { file: sidecar },
        'describes a CSV file that is not there',
        `Add ${sidecar.slice(0, -SIDECAR.length)}.csv, or remove this file.`,
      ),
    );
  }
  return withoutCollisions(sources, report).sort((a, b) => (a.config < b.config ? -1 : 1));
}

interface Listing {
  csvFiles: string[];
  sidecars: Set<string>;
}

function listFiles(rawData: string, report: Report): Listing {
  const listing: Listing = { csvFiles: [], sidecars: new Set() };
  if (!existsSync(rawData) || !statSync(rawData).isDirectory()) {
    report(
      problem(
        'raw-data-missing',
        { file: null },
        `the raw-data folder ${rawData} is not there`,
        'Name it with --raw-data DIR.',
      ),
    );
    return listing;
  }
  const root = realpathSync(rawData);
  const entries = glob
    .sync('**/*', { cwd: rawData, onlyFiles: false, objectMode: true, followSymbolicLinks: false })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path: file, dirent } of entries) {
    const isCsv = /\.csv$/i.test(file);
    if (dirent.isSymbolicLink()) {
      if (!isSoundLink(root, join(rawData, file), file, report)) continue;
    } else if (!dirent.isFile()) {
      if (isCsv) reportNotAFile(file, dirent.isDirectory() ? 'a folder' : 'not a regular file', report);
      continue;
    }
    if (isCsv) listing.csvFiles.push(file);
    else if (file.endsWith(SIDECAR)) listing.sidecars.add(file);
  }
  return listing;
}

/** True for a link to a file inside the raw-data folder; every other link is reported, so that nothing is left out silently. */
function isSoundLink(root: string, path: string, file: string, report: Report): boolean {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    report(problem('file-unreadable', { file }, 'a link to a file that is not there', 'Mend or remove the link.'));
    return false;
  }
  if (!`${target}${sep}`.startsWith(`${root}${sep}`)) {
    report(
      problem(
        'link-outside',
        { file },
        `a link out of the raw-data folder, to ${relative(root, target)}`,
        'Copy the data into the folder: what a build publishes must be what the folder holds.',
      ),
    );
    return false;
  }
  if (!statSync(target).isFile()) {
    reportNotAFile(file, 'a link to a folder', report);
    return false;
  }
  return true;
}

function reportNotAFile(file: string, what: string, report: Report): void {
  report(
    problem(
      'not-a-file',
      { file },
      `is ${what}, where a CSV file is expected`,
      'Rename it, or put a CSV file in its place.',
    ),
  );
}

function describeFile(rawData: string, file: string, sidecar: string, report: Report): Source | null {
  const segments = file.split('/');
  const naming = nameDataset((segments.at(-1) ?? '').replace(/\.csv$/i, ''));
  if (!('name' in naming)) report(problem(naming.code, { file }, naming.message, naming.help));
  if (!existsSync(join(rawData, sidecar))) {
    report(
      problem(
        'sidecar-missing',
        { file },
        'has no description, so readers would not know what it is or whom it is from',
        `Create ${sidecar}:\n${exampleSidecar(segments.length > 1)}`,
      ),
    );
    return null;
  }
  const folder = segments.length > 1 ? (segments[0] ?? null) : null;
  const metadata = readMetadata(join(rawData, sidecar), sidecar, folder, report);
  if (!metadata || !('name' in naming)) return null;
  return { ...metadata, config: naming.name, path: join(rawData, file), file, descriptionFile: sidecar };
}

function exampleSidecar(inFolder: boolean): string {
  const example = {
    name: 'Title of the dataset',
    description: 'Two or three sentences that a reader needs.',
    source: 'Institution that publishes the data',
    url: 'https://…',
    license: 'Licence of the data',
    ...(inFolder ? {} : { category: 'economy' }),
    columns: { 'column name': { description: 'What it represents', unit: 'its unit' } },
  };
  return JSON.stringify(example, null, 2);
}

function isKnownCategory(source: Source, categories: readonly Category[], report: Report): boolean {
  if (categories.some(({ name }) => name === source.category)) return true;
  const names = categories.map(({ name }) => name);
  report(
    problem(
      'category-unknown',
      { file: source.descriptionFile },
      `the category "${source.category}" is not in the catalogue${didYouMean(source.category, names)}`,
      `Known: ${names.join(', ') || 'none'}. Move the file, or describe the category in ${CATALOGUE_FILE}.`,
    ),
  );
  return false;
}

/** The sources whose config name is theirs alone; the others are reported together with those they collide with. */
function withoutCollisions(sources: Source[], report: Report): Source[] {
  const byName = Map.groupBy(sources, ({ config }) => config);
  for (const [config, group] of byName) {
    if (group.length === 1) continue;
    for (const { file } of group) {
      const others = group.filter((other) => other.file !== file).map((other) => other.file);
      report(
        problem(
          'name-collision',
          { file },
          `has the same config name "${config}" as ${others.join(', ')}`,
          'Rename one of them: the config name is made from the file’s name, whatever its folder.',
        ),
      );
    }
  }
  return sources.filter(({ config }) => byName.get(config)?.length === 1);
}
