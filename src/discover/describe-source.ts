import { join, posix } from 'node:path';
import { LICENSE_NOT_STATED } from '../contract/documents.ts';
import type { Catalogue, FileFormat, LicenseLinks, ReadingSettings, Source } from '../model.ts';
import { advice } from '../problems/name-command.ts';
import { collecting, type Problem, problem, type Report } from '../problems/problem.ts';
import { DEFAULT_READING } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { CATALOGUE_FILE } from './catalogue/catalogue-file.ts';
import { areComplete, type CategoryDefaults, overDefaults } from './catalogue/category-defaults.ts';
import { nameReferences } from './data-package/map-rules.ts';
import type { DataPackage, PackagedResource } from './data-package/read-data-package.ts';
import { identifyLicense, namedLicense } from './identify-license.ts';
import { type JsonDocument, readJson } from './json/read-json.ts';
import { isTsv, type Listing, sidecarIn } from './list-files.ts';
import { type Naming, nameDataset } from './name-dataset.ts';
import type { Description } from './sidecar/description.ts';
import { titleOf } from './sidecar/draft-sidecar.ts';
import { type CsvEntry, licenseAndCategory, type Metadata, NO_DETAILS, readSidecar } from './sidecar/read-sidecar.ts';
import { otherCase } from './spelling.ts';

/** A data file and what is known about it before its content is read. */
export interface FoundData {
  /** Relative to the raw-data folder, with `/` as the separator. */
  file: string;
  /** False if neither a sidecar nor a data package describes the file. */
  isDescribed: boolean;
  /** How to read the file; null if it must not be read, or if its description does not reliably say how. */
  source: Source | null;
  /** Absent if the file is not read, or if nothing describes it. */
  description?: Description;
  /** Problems with the file and its description. */
  problems: readonly Problem[];
  /** Problems with a package's description, or with its schema and dialect files. They may concern other data files too. */
  shared: readonly Problem[];
}

/** What every step of finding and describing the data files needs. */
export interface Search {
  rawData: string;
  listing: Listing;
  /** Null if the catalogue could not be read; unknown categories and missing licences are then not reported. */
  catalogue: Pick<Catalogue, 'categories' | 'license'> | null;
  /** By name of the category. */
  defaults: ReadonlyMap<string, CategoryDefaults>;
  settings: ReadingSettings;
  report: Report;
}

/**
 * Describes the data file of a data package's resource or, if the resource is unusable, every file that it names. `descriptionFile` is the
 * path of the package's description. The config name is derived from `name`; `configs` has those of all resources of the package, by name.
 */
export function describeResourceFiles(
  search: Search,
  descriptionFile: string,
  name: string,
  { files, table, problems: before, shared }: PackagedResource,
  configs: ReadonlyMap<string, string>,
): FoundData[] {
  if (!table) return files.map((file) => ({ file, isDescribed: true, source: null, problems: before, shared }));
  const problems = [...before];
  const watched = { ...search, report: collecting(problems, search.report) };
  const { file, description, nameLocation } = table;
  const config = configOf(nameDataset(name, 'resource'), nameLocation, watched.report);
  const document = readOwnSidecar(watched, sidecarIn(search.listing, file));
  nameReferences(description, configs);
  const named = { file, config, descriptionFile };
  const described = description.under(document ?? null);
  const source = document === null ? null : readSource(watched, named, described);
  return [{ file, isDescribed: true, source, description: described, problems, shared }];
}

/** The parsed sidecar; undefined without a sidecar; null if it cannot be read, which has been reported. */
function readOwnSidecar({ rawData, listing, report }: Search, sidecar: string): JsonDocument | null | undefined {
  if (listing.refused.has(sidecar)) return null;
  return listing.sidecars.has(sidecar) ? readJson(join(rawData, sidecar), sidecar, report) : undefined;
}

/**
 * Describes a data file that no readable data package lists. `unread` are the unreadable packages that may list it: if there are any, a
 * missing sidecar is not reported. A file without a sidecar is named after itself if the defaults of its category are complete.
 */
export function describeFile(search: Search, file: string, unread: readonly DataPackage[]): FoundData {
  const problems: Problem[] = [];
  const report = collecting(problems, search.report);
  const shared = unread.flatMap((it) => it.problems);
  const { rawData, listing } = search;
  const config = configOf(nameDataset(posix.basename(file, posix.extname(file))), { file }, report);
  const sidecar = sidecarIn(listing, file);
  const described = { file, isDescribed: true, problems, shared };
  const document = readOwnSidecar({ ...search, report }, sidecar);
  if (document !== undefined) {
    const named = { file, config, descriptionFile: sidecar };
    if (document === null) return { ...described, source: null };
    return { ...described, source: readSource({ ...search, report }, named, document), description: document };
  }
  if (unread.length > 0) return { ...described, source: null };
  if (areComplete(search.defaults.get(file.split('/', 1)[0] as string)) && misspelled(sidecar, search) === undefined) {
    const message = 'has no sidecar: its title is made from its name, and it is published without a description';
    const help = advice`"{almanac add --} FILE" creates a sidecar to fill in.`;
    report(problem('description-missing', { file }, message, help));
    const named = { file, config, descriptionFile: sidecar };
    return { ...described, source: readSource({ ...search, report }, named, nameOnly(file)) };
  }
  report(sidecarMissing(file, sidecar, search));
  return { ...described, isDescribed: false, source: undescribedSource(join(rawData, file), file, search) };
}

/** The config name; empty if there can be none, which is reported. */
function configOf(naming: Naming, at: { file: string }, report: Report): string {
  if ('name' in naming) return naming.name;
  report(problem(naming.code, at, naming.message, naming.help));
  return '';
}

type Named = Pick<Source, 'file' | 'descriptionFile' | 'config'>;

function readSource(given: Search, named: Named, own: Description): Source | null {
  const [folder = null, ...below] = named.file.split('/');
  const category = below.length > 0 ? folder : null;
  const defaults = given.defaults.get(licenseAndCategory(own, category).category);
  const description = overDefaults(own, defaults);
  // Errors in defaults are reported when the catalogue is read, so they are not repeated for each dataset.
  const report: Report = (it) =>
    defaults?.isSound === false && it.file === CATALOGUE_FILE ? undefined : given.report(it);
  const search = { ...given, report };
  const stated = licenseAndCategory(description, category);
  const metadata = readSidecar(description, category, search.report);
  // The category and the licence are checked even if the description is invalid, so that their problems are reported in the same run.
  const isKnown = stated.category !== '' && isKnownCategory(stated.category, description.at(['category']).file, search);
  const identified = licenseOf(stated.license, description, search);
  if (!metadata) return null;
  const { isSound, details, ...described } = metadata;
  const { name: license, spdx, url } = identified;
  return {
    ...described,
    ...named,
    format: formatOf(named.file, described.format),
    license,
    about: { ...details, license: { spdx, url } },
    isRefused: named.config === '' || !isKnown || !isSound,
    isDescribed: true,
    path: join(search.rawData, named.file),
    settings: search.settings,
  };
}

/** The format of a file. A .tsv file is tab-delimited unless its description sets another delimiter. */
export function formatOf(file: string, format: FileFormat): FileFormat {
  return isTsv(file) ? { ...format, delimiter: format.delimiter ?? '\t' } : format;
}

/**
 * The licence named in a description, or else in the catalogue. If neither names one, reports a hint, unless the catalogue could not be
 * read.
 */
function licenseOf(own: string | null, description: Description, search: Search): LicenseLinks & { name: string } {
  const { catalogue, report } = search;
  if (own !== null) {
    const at = description.at(['license']);
    // Doubts about the licence of a category's defaults are reported when the catalogue is read.
    const license = at.file === CATALOGUE_FILE ? identifyLicense(own) : namedLicense(own, at, report);
    return { ...license, url: description.packaged?.licenseUrl ?? license.url };
  }
  // Problems with this licence are reported when the catalogue is read, so they are not repeated for each dataset.
  if (catalogue?.license) return identifyLicense(catalogue.license);
  if (catalogue) {
    const message = `no licence is named, so readers see "${LICENSE_NOT_STATED}" and do not know what they may do with the data`;
    const advice =
      description.adviceOn?.(['license']) ??
      'Write "license" here: the licence’s SPDX identifier, its URL, or its name.';
    const help = `${advice}\nOr write "license" in ${CATALOGUE_FILE}, for every dataset that does not name its own.`;
    report(problem('license-missing', description.at(['license']), message, help));
  }
  return { name: LICENSE_NOT_STATED, spdx: null, url: null };
}

/** The description of a file without a sidecar, for the defaults of its category to complete. */
export function nameOnly(file: string): Description {
  const place = { line: 1, column: 1, excerpt: '' };
  const name = titleOf(posix.basename(file, posix.extname(file)));
  return { value: { name }, at: (path) => ({ file, place, name: path.join('.') }), isNameOnly: true };
}

/** A sidecar whose name differs from the given one in case, and that belongs to no other data file; undefined if there is none. */
function misspelled(sidecar: string, { listing }: Search): string | undefined {
  const similar = [...listing.sidecars].filter((it) => otherCase([it], sidecar) !== undefined);
  if (similar.length === 0) return undefined;
  const taken = new Set(listing.dataFiles.map((it) => sidecarIn(listing, it)));
  return similar.find((it) => !taken.has(it));
}

function sidecarMissing(file: string, sidecar: string, search: Search): Problem {
  const { catalogue } = search;
  const other = misspelled(sidecar, search);
  if (other !== undefined) {
    const names = `${other} instead of ${sidecar}`;
    const message = `has a sidecar whose name differs in case, so case-sensitive systems would not find it: ${names}`;
    return problem('sidecar-missing', { file }, message, `Rename ${other} to ${posix.basename(sidecar)}.`);
  }
  const example = {
    name: '',
    description: '',
    source: '',
    url: '',
    ...(catalogue?.license ? {} : { license: '' }),
    ...(file.includes('/') ? {} : { category: catalogue?.categories[0]?.name ?? '' }),
    columns: {},
  };
  const lines = JSON.stringify(example, null, 2);
  const help = advice`"{almanac add --} FILE" creates one to fill in. Or create ${sidecar} yourself and fill in the blanks:\n${lines}`;
  const message = 'has no description, so readers would not know what it is or who publishes it';
  return problem('sidecar-missing', { file }, message, help);
}

/** Whether a category is in the catalogue; true if the catalogue could not be read. Reports an unknown category as a problem of `file`. */
function isKnownCategory(category: string, file: string, { catalogue, report }: Search): boolean {
  const names = catalogue?.categories.map(({ name }) => name);
  if (!names || names.includes(category)) return true;
  const message = `the category "${category}" is not in the catalogue${didYouMean(category, names)}`;
  const ways = `Move the file to a category’s folder (or correct "category" in its description), or add the category to ${CATALOGUE_FILE}.`;
  const help = `Categories in the catalogue: ${names.join(', ') || 'none'}. ${ways}`;
  report(problem('category-unknown', { file }, message, help));
  return false;
}

/** The source of a data file without a description. `csv` says how to read the file, as the key `csv` of a sidecar does. */
export function undescribedSource(
  path: string,
  file: string,
  { settings = DEFAULT_READING, csv = {} }: { settings?: ReadingSettings; csv?: CsvEntry } = {},
): Source {
  const {
    details,
    isSound: _,
    ...described
  } = readSidecar({ ...nameOnly(file), value: { csv } }, null, () => {}) as Metadata;
  return {
    ...described,
    ...{ config: '', file, descriptionFile: file, path, settings, license: '' },
    about: NO_DETAILS,
    format: formatOf(file, described.format),
    ...{ isRefused: false, isDescribed: false },
  };
}
