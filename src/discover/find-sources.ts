import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Category, Source } from '../model.ts';
import { didYouMean, problem, type Report } from '../problems.ts';
import { listFiles, SIDECAR } from './list-files.ts';
import { nameDataset } from './name-dataset.ts';
import { CATALOGUE_FILE } from './read-catalogue.ts';
import { readMetadata } from './read-metadata.ts';

/**
 * Finds the CSV files below the raw-data folder that are described, each with its name; in the order of their config names, by
 * code point. One whose name or category will not do is reported and marked as refused. `categories` is null when the catalogue
 * could not be read: then a dataset's category is not checked.
 */
export function findSources(rawData: string, categories: readonly Category[] | null, report: Report): Source[] {
  const { csvFiles, sidecars, refused } = listFiles(rawData, report);
  const sources: Source[] = [];
  for (const file of refused) sidecars.delete(sidecarOf(file));
  for (const file of csvFiles) {
    const sidecar = sidecarOf(file);
    sidecars.delete(sidecar);
    if (refused.has(sidecar)) continue;
    const source = describeFile(rawData, file, sidecar, report);
    if (source) sources.push(source);
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
  if (categories) refuseUnknownCategories(sources, categories, report);
  refuseCollisions(sources, report);
  return sources.sort((a, b) => (a.config < b.config ? -1 : 1));
}

function sidecarOf(csvFile: string): string {
  return csvFile.slice(0, -'.csv'.length) + SIDECAR;
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
  if (!metadata) return null;
  const name = 'name' in naming ? { config: naming.name, isRefused: false } : { config: '', isRefused: true };
  return { ...metadata, ...name, path: join(rawData, file), file, isDescribed: true, descriptionFile: sidecar };
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

function refuseUnknownCategories(sources: readonly Source[], categories: readonly Category[], report: Report): void {
  const names = categories.map(({ name }) => name);
  for (const source of sources) {
    if (names.includes(source.category)) continue;
    source.isRefused = true;
    report(
      problem(
        'category-unknown',
        { file: source.descriptionFile },
        `the category "${source.category}" is not in the catalogue${didYouMean(source.category, names)}`,
        `Known: ${names.join(', ') || 'none'}. Move the file, or describe the category in ${CATALOGUE_FILE}.`,
      ),
    );
  }
}

/** Reports each of the sources that have a config name in common, with the others that have it. */
function refuseCollisions(sources: readonly Source[], report: Report): void {
  const named = sources.filter(({ config }) => config !== '');
  for (const [config, group] of Map.groupBy(named, (source) => source.config)) {
    if (group.length === 1) continue;
    for (const source of group) {
      const others = group.filter((other) => other !== source).map((other) => other.file);
      source.isRefused = true;
      report(
        problem(
          'name-collision',
          { file: source.file },
          `has the same config name "${config}" as ${others.join(', ')}`,
          'Rename one of them: the config name is made from the file’s name, whatever its folder.',
        ),
      );
    }
  }
}
