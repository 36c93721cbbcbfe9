import { posix } from 'node:path';
import { didYouMean } from '../../problems/did-you-mean.ts';
import { MOST_REPORTED, problem, type Report } from '../../problems/problem.ts';
import { isObject } from '../json/read-json.ts';
import type { Listing } from '../list-files.ts';
import { below, type Part } from './package-description.ts';

/** Endings and formats of files that hold tables, or other things, in another form than text with delimiters. */
const OTHER_FORMATS: ReadonlySet<string> = new Set([
  ...['json', 'geojson', 'topojson', 'jsonl', 'ndjson', 'yaml', 'yml', 'xml', 'html', 'pdf'],
  ...['xls', 'xlsx', 'xlsm', 'xlsb', 'ods', 'gsheets', 'parquet', 'feather', 'arrow', 'sqlite', 'db'],
  ...['md', 'doc', 'docx', 'odt', 'png', 'jpg', 'jpeg', 'gif', 'svg'],
  ...['sav', 'dta', 'sas7bdat', 'rds', 'shp', 'gpkg'],
]);

const COMPRESSED = /\.(?:gz|zip|bz2|xz|zst|7z|tar|tgz)$/i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

const TABULAR_PROFILE =
  /^(?:https?:\/\/specs\.frictionlessdata\.io\/schemas\/)?tabular-data-(?:resource|package)(?:\.json)?$/;

type Properties = Readonly<Record<string, unknown>>;

/**
 * True for a resource whose data is text with delimiters, and for one of which a table's schema or dialect tells that it should be:
 * other resources are no tables of ours.
 */
export function isTable(resource: Properties, { profile }: Properties): boolean {
  const { schema, dialect, type } = resource;
  // The schema of other data is not about fields.
  if (isDelimitedText(resource) || dialect || (isObject(schema) && Array.isArray(schema.fields))) return true;
  const isSaid = schema || type === 'table' || TABULAR_PROFILE.test(lowerCase(resource.profile));
  // Tabular packages have archives of their own files, and documents, among their resources.
  const isImplied = TABULAR_PROFILE.test(lowerCase(profile)) && !isArchive(resource);
  return Boolean(isSaid || isImplied) && otherFormatOf(resource) === null;
}

/** True for a packed file that does not tell by its name what is in it. */
function isArchive(resource: Properties): boolean {
  return pathsOf(resource).some((path) => COMPRESSED.test(path) && posix.extname(path.replace(COMPRESSED, '')) === '');
}

function isDelimitedText(resource: Properties): boolean {
  return (
    formatsOf(resource).some((format) => format === 'csv' || format === 'tsv') ||
    /^text\/(?:csv|tab-separated-values)\b/i.test(lowerCase(resource.mediatype))
  );
}

/** The form of a resource that is no text with delimiters; null where it may be that. */
function otherFormatOf(resource: Properties): string | null {
  if (isDelimitedText(resource)) return null;
  return formatsOf(resource).find((format) => OTHER_FORMATS.has(format)) ?? null;
}

/** The format that a resource names, and the endings of its paths, in lower case. */
function formatsOf(resource: Properties): string[] {
  const endings = pathsOf(resource).map((path) => {
    const name = (ADDRESS.test(path) ? path.replace(/[?#].*$/s, '') : path).replace(COMPRESSED, '');
    return posix.extname(name).slice(1).toLowerCase();
  });
  return [lowerCase(resource.format), ...endings];
}

/** True for a resource whose cells are separated by tabs. */
export function isTabSeparated(resource: Properties): boolean {
  const [path = ''] = pathsOf(resource);
  return (
    [lowerCase(resource.format), posix.extname(path).slice(1).toLowerCase()].includes('tsv') ||
    lowerCase(resource.mediatype).startsWith('text/tab-separated-values')
  );
}

function lowerCase(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** What a resource gives as its paths. */
function pathsOf({ path, url }: Properties): string[] {
  return [path ?? url ?? []].flat().filter((it) => typeof it === 'string');
}

/** Where the files of a package are looked for. */
export interface PackageFolder {
  /** Relative to the raw-data folder; `.` for that folder itself. */
  folder: string;
  listing: Listing;
  /** Files that were looked for in vain so far. To find a name near to theirs takes a look at all that are there. */
  missing: number;
}

/** The files below the package's folder that a resource names, readable or not, relative to the raw-data folder. */
export function filesOf(resource: Properties, folder: string): string[] {
  const files = pathsOf(resource).map((path) => posix.join(folder, path));
  return folder === '.' ? files : files.filter((file) => file.startsWith(`${folder}/`));
}

/**
 * The file that holds a resource's data, relative to the raw-data folder. Where there is no such file, or none that can be read, this
 * is reported where the resource says it, and null is returned.
 */
export function locateData(resource: Properties, part: Part, place: PackageFolder, report: Report): string | null {
  const refuse = (property: string, message: string, help: string): null => {
    report(problem('resource-unreadable', part.document.at([...part.path, property]), message, help));
    return null;
  };
  const paths = pathsOf(resource);
  const [first] = paths;
  if (first === undefined) {
    if (resource.data !== undefined) {
      return refuse(
        'data',
        'the data stands in the package’s description itself',
        `Write it into a CSV file, and name that in "path".`,
      );
    }
    const location = part.document.at(part.path);
    report(
      problem('key-missing', location, `"${location.name}.path" is missing`, 'Add "path": the name of the CSV file.'),
    );
    return null;
  }
  if (paths.length > 1) {
    return refuse(
      'path',
      `the data is in ${paths.length} files, which would have to be joined`,
      'Join them into one file.',
    );
  }
  const { compression } = resource;
  const isDeclared = typeof compression === 'string' && compression !== '' && compression !== 'no';
  if (isDeclared || COMPRESSED.test(first)) {
    return refuse(
      isDeclared ? 'compression' : 'path',
      `"${first}" is compressed`,
      'Unpack the file, and name what is in it.',
    );
  }
  const property = resource.path ? 'path' : 'url';
  const other = otherFormatOf(resource);
  if (other !== null) {
    return refuse(
      property,
      `"${first}" holds its table in another form (${other}) than text with delimiters`,
      'Save the table as a CSV file, and name that in "path".',
    );
  }
  return locateFile(first, below(part, property), place, report);
}

/** The file of a path in a package, relative to the raw-data folder; null, and reported, where it is no file below the package's folder. */
export function locateFile(path: string, part: Part, place: PackageFolder, report: Report): string | null {
  const { folder, listing } = place;
  const refuse = (message: string, help: string): null => {
    report(problem('resource-unreadable', part.document.at(part.path), message, help));
    return null;
  };
  if (ADDRESS.test(path)) {
    return refuse(
      `"${path}" is an address, and a build reads only what the raw-data folder holds`,
      'Download the file into the package’s folder, and name it here.',
    );
  }
  if (/^(?:[/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..')) {
    return refuse(
      `"${path}" may lead out of the package’s folder, which no package may do`,
      'Put the file into the folder of the package or below it, and name it from there.',
    );
  }
  const file = posix.join(folder, path);
  if (listing.files.has(file)) return file;
  // Then it was reported what it is instead.
  if (listing.refused.has(file)) return null;
  place.missing += 1;
  const near = place.missing <= MOST_REPORTED ? (listing.namesIn.get(posix.dirname(file)) ?? []) : [];
  return refuse(
    `there is no regular file ${file}${didYouMean(posix.basename(file), near)}`,
    'Add the file, or correct the path; it counts from the package’s folder, has "/" between its parts, and no hidden folder.',
  );
}
