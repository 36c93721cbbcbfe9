import { join, posix } from 'node:path';
import { isObject } from '../../problems/overlay.ts';
import { MAX_REPORTED, problem, type Report } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { below, type Locatable } from '../json/read-json.ts';
import type { Listing } from '../list-files.ts';
import { namesIn } from '../spelling.ts';

/** Names and file extensions of formats that are not delimited text. */
const OTHER_FORMATS: ReadonlySet<string> = new Set([
  ...['json', 'geojson', 'topojson', 'jsonl', 'ndjson', 'yaml', 'yml', 'xml', 'html', 'pdf'],
  ...['xls', 'xlsx', 'xlsm', 'xlsb', 'ods', 'gsheets', 'parquet', 'feather', 'arrow', 'sqlite', 'db'],
  ...['md', 'doc', 'docx', 'odt', 'png', 'jpg', 'jpeg', 'gif', 'svg'],
  ...['sav', 'dta', 'sas7bdat', 'rds', 'shp', 'gpkg'],
]);

/** An archive that is compressed too has two extensions, or one that stands for both. */
const COMPRESSED = /(?:\.tar)?\.(?:gz|zip|bz2|xz|zst|7z|tar|tgz)$/i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

const TABULAR_PROFILE =
  /^(?:https?:\/\/specs\.frictionlessdata\.io\/schemas\/)?tabular-data-(?:resource|package)(?:\.json)?$/;

type Properties = Readonly<Record<string, unknown>>;

/**
 * Whether a resource is meant to be a dataset. Delimited text always is, and so is a resource with a dialect or a list of fields. Other
 * signs, such as the type `table` or a tabular profile, count only if the resource may be delimited text.
 */
export function isTable(resource: Properties, { profile }: Properties): boolean {
  const { schema, dialect, type } = resource;
  // A schema for other data, such as a JSON Schema, has no list of fields.
  if (isDelimitedText(resource) || dialect || (isObject(schema) && Array.isArray(schema.fields))) return true;
  const isDeclaredTable = schema || type === 'table' || TABULAR_PROFILE.test(lowerCase(resource.profile));
  // A tabular package may also list documents, or an archive of its files, such as `data.zip`; these are not tables.
  const isArchive = (path: string): boolean =>
    COMPRESSED.test(path) && posix.extname(path.replace(COMPRESSED, '')) === '';
  const isImpliedTable = TABULAR_PROFILE.test(lowerCase(profile)) && !pathsOf(resource).some(isArchive);
  return Boolean(isDeclaredTable || isImpliedTable) && otherFormatOf(resource) === null;
}

function isDelimitedText(resource: Properties): boolean {
  return (
    formatsOf(resource).some((format) => format === 'csv' || format === 'tsv') ||
    /^text\/(?:csv|tab-separated-values)\b/i.test(lowerCase(resource.mediatype))
  );
}

/** A resource's format if it is known not to be delimited text; null otherwise. */
function otherFormatOf(resource: Properties): string | null {
  if (isDelimitedText(resource)) return null;
  return formatsOf(resource).find((format) => OTHER_FORMATS.has(format)) ?? null;
}

/** A resource's format and the extension of each path (`csv` for `a.CSV.gz`), in lower case; an empty string for each that is missing. */
function formatsOf(resource: Properties): string[] {
  const endings = pathsOf(resource).map((path) => {
    const name = (ADDRESS.test(path) ? path.replace(/[?#].*/s, '') : path).replace(COMPRESSED, '');
    return posix.extname(name).slice(1).toLowerCase();
  });
  return [lowerCase(resource.format), ...endings];
}

/** Whether a resource is tab-delimited. */
export function isTabSeparated(resource: Properties): boolean {
  return formatsOf(resource).includes('tsv') || lowerCase(resource.mediatype).startsWith('text/tab-separated-values');
}

function lowerCase(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

function pathsOf({ path }: Properties): string[] {
  return [path ?? []].flat().filter((it) => typeof it === 'string');
}

/** The folder in which a package's files are looked up. */
export interface PackageFolder {
  rawData: string;
  /** Relative to the raw-data folder; `.` for that folder itself. */
  folder: string;
  listing: Listing;
  /** Number of missing files so far. Similar names are suggested only for the first few, as the search compares all names in a folder. */
  missing: number;
}

/** Paths of a resource's files, relative to the raw-data folder. If the package is in a subfolder, files outside it are omitted. */
export function filesOf(resource: Properties, folder: string): string[] {
  const files = pathsOf(resource).map((path) => posix.join(folder, path));
  return folder === '.' ? files : files.filter((file) => file.startsWith(`${folder}/`));
}

/**
 * Finds a resource's data file and returns its path relative to the raw-data folder. Returns null if the resource does not name a single,
 * uncompressed file in the package's folder that may be delimited text; the reason has then been reported.
 */
export function locateData(resource: Properties, part: Locatable, place: PackageFolder, report: Report): string | null {
  const refuse = (property: string, message: string, help: string): null => {
    report(problem('resource-unreadable', part.at([property]), message, help));
    return null;
  };
  const paths = pathsOf(resource);
  const [first] = paths;
  if (first === undefined) {
    if (resource.data !== undefined) {
      const help = 'Write the data to a CSV file and name that file in "path".';
      return refuse('data', 'the data is in the package’s description, not in a separate file', help);
    }
    const at = part.at([]);
    report(problem('key-missing', at, `"${at.name}.path" is missing`, 'Add "path": the name of the CSV file.'));
    return null;
  }
  if (paths.length > 1) {
    const message = `the data is in ${paths.length} files, but a dataset must come from a single file`;
    return refuse('path', message, 'Join the files into one, and name it in "path".');
  }
  const { compression } = resource;
  const isDeclared = typeof compression === 'string' && compression !== '' && compression !== 'no';
  if (isDeclared || COMPRESSED.test(first)) {
    const help = 'Decompress the file, name the result in "path", and remove "compression" if it is set.';
    return refuse(isDeclared ? 'compression' : 'path', `"${first}" is compressed`, help);
  }
  const other = otherFormatOf(resource);
  if (other !== null) {
    const help = 'Save the table as a CSV file and name that file in "path".';
    return refuse('path', `"${first}" is in ${other} format, which is not delimited text`, help);
  }
  return locateFile(first, below(part, 'path'), place, report);
}

/**
 * Finds the file at a path in a package and returns its path relative to the raw-data folder. Returns null if there is no usable file at
 * the path, or if the path may lead outside the package's folder; the reason has then been reported.
 */
export function locateFile(path: string, part: Locatable, place: PackageFolder, report: Report): string | null {
  const { folder, listing } = place;
  const refuse = (message: string, help: string): null => {
    report(problem('resource-unreadable', part.at([]), message, help));
    return null;
  };
  if (ADDRESS.test(path)) {
    const message = `"${path}" is a URL, but a build reads only files in the raw-data folder`;
    return refuse(message, 'Download the file into the package’s folder and replace the URL with the file name.');
  }
  if (/^(?:[/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..')) {
    const message = `"${path}" may lead outside the package’s folder, which is not allowed`;
    return refuse(message, 'Put the file in the package’s folder, and write its path relative to that folder.');
  }
  const file = listing.spelled(posix.join(folder, path));
  if (listing.files.has(file)) return file;
  // The reason was reported when the files were listed.
  if (listing.refused.has(file)) return null;
  place.missing += 1;
  const around = posix.dirname(file);
  const names = place.missing <= MAX_REPORTED ? namesIn(join(place.rawData, around)) : [];
  const near = names.filter((name) => listing.files.has(posix.join(around, name))).sort();
  const message = `there is no file ${file}${didYouMean(posix.basename(file), near)}`;
  const help =
    'Add the file or correct the path. It must be relative to the package’s folder, use "/" as separator and contain no hidden folder.';
  return refuse(message, help);
}
