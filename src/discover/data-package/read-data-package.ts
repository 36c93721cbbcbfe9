import { join, posix } from 'node:path';
import type { z } from 'zod';
import { formatCount } from '../../problems/format-problem.ts';
import { isObject } from '../../problems/overlay.ts';
import { collecting, type Problem, problem, type Report } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { type JsonDocument, type Location, readJson } from '../json/read-json.ts';
import { type Listing, sidecarOf } from '../list-files.ts';
import { filesOf, isTable, isTabSeparated, locateData, locateFile, type PackageFolder } from './locate-data.ts';
import { type FoundDialect, mapDialect } from './map-dialect.ts';
import { mapFields } from './map-fields.ts';
import { type Level, mapResource } from './map-resource.ts';
import { below, type DocumentPart, PackagedDescription } from './package-description.ts';
import {
  dialectSchema,
  type PackageHead,
  packageSchema,
  type Resource,
  resourceSchema,
  tableSchema,
} from './schemas.ts';

/** A resource of a data package that is a table or should be one. */
export interface PackagedResource {
  /** The resource's name, which identifies the table in the package; empty if it has none. */
  name: string;
  /** The files that the resource names, relative to the raw-data folder. Some of them may be missing. */
  files: string[];
  /** The table's data file, relative to the raw-data folder, and its description. Null if it cannot be used, which has been reported. */
  table: { file: string; nameLocation: Location; description: PackagedDescription } | null;
  /** Problems with the resource itself. */
  problems: readonly Problem[];
  /** Problems with the resource's schema and dialect files, which other resources may use as well. */
  shared: readonly Problem[];
}

export interface DataPackage {
  /** Path of the package's description, relative to the raw-data folder. */
  file: string;
  /** The declared name, or else the folder's name (`.` for the raw-data folder itself); empty if the description could not be read. */
  name: string;
  /** The problems that kept the description from being read; empty if it was read. If there are any, its resources are unknown. */
  problems: readonly Problem[];
  resources: PackagedResource[];
  /** The files that any resource of the package names, even one that is not a table or has problems. */
  files: string[];
}

/** Reads the description of a data package (Data Package standard, versions 1 and 2). Reports the problems that no sidecar can settle. */
export function readDataPackage(rawData: string, file: string, listing: Listing, report: Report): DataPackage {
  const problems: Problem[] = [];
  const watch = collecting(problems, report);
  const document = readJson(join(rawData, file), file, watch);
  const head = document && checkValue(packageSchema, document.value, document, [], watch);
  if (!head) return { file, name: '', problems, resources: [], files: [] };
  const folder: PackageFolder = { rawData, folder: posix.dirname(file), listing, missing: 0 };
  const reader = new PackageReader(folder, { properties: head, part: { document, path: [] } }, report);
  return { file, problems: [], ...reader.read() };
}

/** Collects the problems found while a resource is being read. */
interface Log {
  /** Receives problems with the resource itself. */
  report: Report;
  /** Problems with the resource's schema and dialect files. */
  shared: Set<Problem>;
}

/** A JSON file with a schema or dialect. The content is null if the file cannot be read or is invalid. */
interface ReferencedFile {
  document: JsonDocument | null;
  content: unknown;
  problems: readonly Problem[];
}

/**
 * Maximum number of fields in a package. The fields of a schema count again for each resource that uses it, since a small package could
 * otherwise describe the same wide table thousands of times.
 */
const MAX_FIELDS = 100_000;

class PackageReader {
  readonly #folder: PackageFolder;
  readonly #head: Level & { properties: PackageHead };
  readonly #report: Report;
  /** Referenced files read so far, by kind (schema or dialect) and path. */
  readonly #referenced = new Map<string, ReferencedFile>();
  #fields = 0;

  constructor(folder: PackageFolder, head: Level & { properties: PackageHead }, report: Report) {
    this.#folder = folder;
    this.#head = head;
    this.#report = report;
  }

  read(): Pick<DataPackage, 'name' | 'resources' | 'files'> {
    const { properties } = this.#head;
    const { name, resources } = properties;
    const indexes = [...resources.keys()].filter((index) => isTable(resources[index] ?? {}, properties));
    return {
      name: typeof name === 'string' && name.trim() !== '' ? name : posix.basename(this.#folder.folder),
      resources: indexes.map((index) => this.#readResource(index, indexes.length === 1)),
      files: resources.flatMap((resource) => this.#filesOf(resource)),
    };
  }

  /** The files that a resource names, spelled as on disk if they exist. */
  #filesOf(resource: Readonly<Record<string, unknown>>): string[] {
    const { folder, listing } = this.#folder;
    return filesOf(resource, folder).map((file) => listing.spellings.find(file) ?? file);
  }

  #readResource(index: number, isOnlyTable: boolean): PackagedResource {
    const problems: Problem[] = [];
    const log: Log = { report: collecting(problems, this.#report), shared: new Set() };
    const table = this.#readTable(index, isOnlyTable, log);
    const resource = this.#head.properties.resources[index] ?? {};
    const name = typeof resource.name === 'string' ? resource.name : '';
    return { name, files: this.#filesOf(resource), table, problems, shared: [...log.shared] };
  }

  #readTable(index: number, isOnlyTable: boolean, log: Log): PackagedResource['table'] {
    const part = below(this.#head.part, 'resources', index);
    const { resources } = this.#head.properties;
    const resource = checkValue(resourceSchema, resources[index], part.document, part.path, log.report);
    const file = resource && locateData(resource, part, this.#folder, log.report);
    if (!file) return null;
    const description = new PackagedDescription(part, sidecarOf(file));
    mapResource(description, { properties: resource, part }, this.#head, isOnlyTable);
    return this.#mapTable(description, resource, part, log)
      ? { file, nameLocation: part.document.at([...part.path, 'name']), description }
      : null;
  }

  /** Maps the resource's schema and dialect. Returns false if either of them cannot be used. */
  #mapTable(description: PackagedDescription, resource: Resource, part: DocumentPart, log: Log): boolean {
    const schema = this.#readObject(tableSchema, resource.schema, below(part, 'schema'), log);
    const dialect = this.#readDialect(resource.dialect, below(part, 'dialect'), log);
    if (schema === null || dialect === null) return false;
    this.#fields += schema?.content.fields.length ?? 0;
    if (schema && this.#fields > MAX_FIELDS) {
      const message = `the schemas of the package’s resources have more than ${formatCount(MAX_FIELDS, 'field')} in total`;
      const help = 'Split the package into several, each in its own folder.';
      log.report(problem('description-too-large', part.document.at([...part.path, 'schema']), message, help));
      return false;
    }
    if (isTabSeparated(resource)) description.set(['csv', 'delimiter'], '\t', part);
    if (dialect) mapDialect(description, dialect, schema?.content.fields.map(({ name }) => name) ?? null);
    if (schema) mapFields(description, schema.content, schema.part, dialect?.properties.nullSequence ?? null);
    return true;
  }

  #readDialect(value: Resource['dialect'], place: DocumentPart, log: Log): FoundDialect | null | undefined {
    const dialect = this.#readObject(dialectSchema, value, place, log);
    if (!dialect) return dialect;
    // The Frictionless software puts the properties for CSV files into a nested object, `csv`.
    const csv = isObject(dialect.content.csv) ? dialect.content.csv : null;
    const nested = this.#readObject(dialectSchema, csv, below(dialect.part, 'csv'), log);
    if (nested === null) return null;
    return {
      properties: { ...dialect.content, ...nested?.content },
      partOf: (property) =>
        below(nested && Object.hasOwn(nested.content, property) ? nested.part : dialect.part, property),
    };
  }

  /** Reads and checks an object given inline or as the path of a JSON file. Null if it cannot be used, undefined if there is none. */
  #readObject<T extends z.ZodType>(
    schema: T,
    value: string | object | null | undefined,
    place: DocumentPart,
    log: Log,
  ): { content: z.infer<T>; part: DocumentPart } | null | undefined {
    if (!value) return undefined;
    if (typeof value !== 'string') {
      const content = checkValue(schema, value, place.document, place.path, log.report);
      return content && { content, part: place };
    }
    const file = locateFile(value, place, this.#folder, log.report);
    if (file === null) {
      const { folder, listing } = this.#folder;
      const named = posix.join(folder, value);
      for (const it of listing.refused.get(listing.spellings.find(named) ?? named) ?? []) log.shared.add(it);
      return null;
    }
    const { document, content, problems } = this.#readReferenced(file, schema);
    for (const it of problems) log.shared.add(it);
    return document && content ? { content: content as z.infer<T>, part: { document, path: [] } } : null;
  }

  /** Reads a JSON file and checks it against a schema. The result is cached, since thousands of resources may refer to the file. */
  #readReferenced(file: string, schema: z.ZodType): ReferencedFile {
    const key = `${schema === tableSchema ? 'schema' : 'dialect'} ${file}`;
    const known = this.#referenced.get(key);
    if (known) return known;
    const problems: Problem[] = [];
    const report = collecting(problems, this.#report);
    const document = readJson(join(this.#folder.rawData, file), file, report);
    const read = { document, content: document && checkValue(schema, document.value, document, [], report), problems };
    this.#referenced.set(key, read);
    return read;
  }
}
