import { join, posix } from 'node:path';
import type { z } from 'zod';
import { formatCount } from '../../problems/format-problem.ts';
import { isObject } from '../../problems/overlay.ts';
import { collecting, type Problem, problem, type Report } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { below, type Locatable, readJson } from '../json/read-json.ts';
import { type Listing, sidecarOf } from '../list-files.ts';
import { filesOf, isTable, isTabSeparated, locateData, locateFile, type PackageFolder } from './locate-data.ts';
import { type FoundDialect, mapDialect } from './map-dialect.ts';
import { mapFields } from './map-fields.ts';
import { mapResource } from './map-resource.ts';
import { PackagedDescription } from './package-description.ts';
import { dialectSchema, packageSchema, type Resource, resourceSchema, tableSchema } from './schemas.ts';

/** The description of a package, whose `file` is its path relative to the raw-data folder. */
export type DataPackage = ReturnType<typeof readDataPackage>;
/** A resource of a data package that is a table or should be one. */
export type PackagedResource = DataPackage['resources'][number];

/** Receives problems with a resource itself, and collects those with its schema and dialect files. */
type Log = { report: Report; shared: Set<Problem> };

/** A schema or a dialect, and where it is. */
type Part<T> = { content: T; part: Locatable };

/**
 * Maximum number of fields in a package. The fields of a schema count again for each resource that uses it, since a small package could
 * otherwise describe the same wide table thousands of times.
 */
const MAX_FIELDS = 100_000;

/** Reads the description of a data package (Data Package standard, versions 1 and 2). Reports the problems that no sidecar can settle. */
export function readDataPackage(rawData: string, file: string, listing: Listing, report: Report) {
  /** Reads and checks a JSON file. `found` is null if it cannot be used. */
  const readPart = <T extends z.ZodType>(path: string, schema: T) => {
    const problems: Problem[] = [];
    const watch = collecting(problems, report);
    const part = readJson(join(rawData, path), path, watch);
    const content = part && checkValue(schema, part.value, part, watch);
    return { found: part && content ? { content, part } : null, problems };
  };
  const { found, problems } = readPart(file, packageSchema);
  if (!found) return { file, name: '', problems, resources: [], files: [] as string[] };
  const { content: head, part: document } = found;
  const folder = posix.dirname(file);
  const place: PackageFolder = { rawData, folder, listing, missing: 0 };
  /** Schemas and dialects in files of their own, by kind and path. They are kept, since thousands of resources may refer to one. */
  const referenced = new Map<string, ReturnType<typeof readPart>>();
  let fields = 0;

  /** Reads and checks an object given inline or as the path of a JSON file. Null if it cannot be used, undefined if it is absent. */
  const readObject = <T extends z.ZodType>(
    schema: T,
    value: string | object | null | undefined,
    part: Locatable,
    { report, shared }: Log,
  ): Part<z.infer<T>> | null | undefined => {
    if (!value) return undefined;
    if (typeof value !== 'string') {
      const content = checkValue(schema, value, part, report);
      return content && { content, part };
    }
    const path = locateFile(value, part, place, report);
    if (path === null) {
      for (const it of listing.refused.get(listing.spelled(posix.join(folder, value))) ?? []) shared.add(it);
      return null;
    }
    const key = `${(schema as z.ZodType) === tableSchema ? 'schema' : 'dialect'} ${path}`;
    const read = referenced.get(key) ?? readPart(path, schema);
    referenced.set(key, read);
    for (const it of read.problems) shared.add(it);
    return read.found as Part<z.infer<T>> | null;
  };

  const readDialect = (value: Resource['dialect'], part: Locatable, log: Log): FoundDialect | null | undefined => {
    const dialect = readObject(dialectSchema, value, part, log);
    if (!dialect) return dialect;
    // The Frictionless software puts the properties for CSV files into a nested object, `csv`.
    const csv = isObject(dialect.content.csv) ? dialect.content.csv : null;
    const nested = readObject(dialectSchema, csv, below(dialect.part, 'csv'), log);
    if (nested === null) return null;
    return {
      properties: { ...dialect.content, ...nested?.content },
      partOf: (property) =>
        below(nested && Object.hasOwn(nested.content, property) ? nested.part : dialect.part, property),
    };
  };

  /** Maps the resource's schema and dialect. Returns false if either of them cannot be used. */
  const mapTable = (description: PackagedDescription, resource: Resource, part: Locatable, log: Log): boolean => {
    const schema = readObject(tableSchema, resource.schema, below(part, 'schema'), log);
    const dialect = readDialect(resource.dialect, below(part, 'dialect'), log);
    if (schema === null || dialect === null) return false;
    fields += schema?.content.fields.length ?? 0;
    if (schema && fields > MAX_FIELDS) {
      const message = `the schemas of the package’s resources have more than ${formatCount(MAX_FIELDS, 'field')} in total`;
      const help = 'Split the package into several, each in its own folder.';
      log.report(problem('description-too-large', part.at(['schema']), message, help));
      return false;
    }
    if (isTabSeparated(resource)) description.set(['csv', 'delimiter'], '\t', part);
    if (dialect) mapDialect(description, dialect, schema?.content.fields.map(({ name }) => name) ?? null);
    if (schema) mapFields(description, schema.content, schema.part, dialect?.properties.nullSequence ?? null);
    return true;
  };

  const readTable = (value: object, part: Locatable, isOnlyTable: boolean, log: Log) => {
    const resource = checkValue(resourceSchema, value, part, log.report);
    const data = resource && locateData(resource, part, place, log.report);
    if (!data) return null;
    const description = new PackagedDescription(part, sidecarOf(data));
    mapResource(description, { properties: resource, part }, { properties: head, part: document }, isOnlyTable);
    return mapTable(description, resource, part, log)
      ? { file: data, nameLocation: part.at(['name']), description }
      : null;
  };

  const { name, resources } = head;
  const tables = [...resources.entries()].filter(([, resource]) => isTable(resource, head));
  /** The files that a resource names, spelled as on disk if they exist. */
  const filesIn = (resource: Readonly<Record<string, unknown>>): string[] =>
    filesOf(resource, folder).map((it) => listing.spelled(it));
  return {
    file,
    /** The declared name, or else the folder's name (`.` for the raw-data folder itself); empty if the description could not be read. */
    name: typeof name === 'string' && name.trim() !== '' ? name : posix.basename(folder),
    /** The problems that kept the description from being read; empty if it was read. If there are any, its resources are unknown. */
    problems: [],
    resources: tables.map(([index, resource]) => {
      const problems: Problem[] = [];
      const log: Log = { report: collecting(problems, report), shared: new Set() };
      const table = readTable(resource, below(document, 'resources', index), tables.length === 1, log);
      const name = typeof resource.name === 'string' ? resource.name : '';
      return {
        /** The resource's name, which identifies the table in the package; empty if it has none. */
        name,
        /** The files that the resource names, relative to the raw-data folder. Some of them may be missing. */
        files: filesIn(resource),
        /** The table's data file and its description. Null if it cannot be used, which has been reported. */
        table,
        /** Problems with the resource itself. */
        problems,
        /** Problems with the resource's schema and dialect files, which other resources may use as well. */
        shared: [...log.shared],
      };
    }),
    /** The files that any resource of the package names, even one that is not a table or has problems. */
    files: resources.flatMap(filesIn),
  };
}
