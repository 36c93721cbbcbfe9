import { join, posix } from 'node:path';
import type { z } from 'zod';
import type { Problem, Report } from '../../problems/problem.ts';
import { keeping } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { isObject, type JsonDocument, readJson } from '../json/read-json.ts';
import { type Listing, sidecarOf } from '../list-files.ts';
import type { Location } from '../sidecar/description.ts';
import { filesOf, isTable, isTabSeparated, locateData, locateFile, type PackageFolder } from './locate-data.ts';
import { describeDialect, type FoundDialect } from './map-dialect.ts';
import { describeFields } from './map-fields.ts';
import { describeResource } from './map-resource.ts';
import { below, PackagedDescription, type Part } from './package-description.ts';
import { ReferredFiles } from './referenced-files.ts';
import {
  dialectSchema,
  type PackageHead,
  packageSchema,
  type Resource,
  resourceSchema,
  tableSchema,
} from './schemas.ts';

/** A table of a data package, and what the package says of it. */
export interface PackagedTable {
  /** The file with its data, relative to the raw-data folder. */
  file: string;
  /** The resource's name, of which the config name is made: it is the table's identifier in the package. */
  name: string;
  nameLocation: Location;
  description: PackagedDescription;
}

/** A resource of a data package that is a table, or should be. */
export interface PackagedResource {
  /** The files that it names, readable or not, relative to the raw-data folder. */
  files: string[];
  /** Null when something is wrong with the resource, which was reported. */
  table: PackagedTable | null;
  /** What is wrong with the resource. */
  problems: readonly Problem[];
  /** What is wrong with files that it refers to, as others may. */
  shared: readonly Problem[];
}

/** A data package. */
export interface DataPackage {
  file: string;
  /** False when the description could not be read, so that its resources are not known. */
  isRead: boolean;
  /** Why it could not be read. */
  problems: readonly Problem[];
  resources: PackagedResource[];
  /** The files that its resources name, those of faulty resources too. */
  files: string[];
}

/** Reads the description of a data package (Data Package standard, versions 1 and 2). Reports what is wrong with it. */
export function readDataPackage(rawData: string, file: string, listing: Listing, report: Report): DataPackage {
  const problems: Problem[] = [];
  const watch = keeping(problems, report);
  const document = readJson(join(rawData, file), file, watch);
  const head = document && checkValue(packageSchema, document.value, document, [], watch);
  if (!head) return { file, isRead: false, problems, resources: [], files: [] };
  return new PackageReader(rawData, file, document, head, listing, report).read();
}

/** Takes what is found wrong while one resource is read. */
interface Log {
  /** Of the resource itself. */
  report: Report;
  /** Of the files that it refers to. */
  shared: Set<Problem>;
}

class PackageReader {
  readonly #file: string;
  readonly #folder: PackageFolder;
  readonly #document: JsonDocument;
  readonly #head: PackageHead;
  readonly #report: Report;
  readonly #referred: ReferredFiles;

  constructor(
    rawData: string,
    file: string,
    document: JsonDocument,
    head: PackageHead,
    listing: Listing,
    report: Report,
  ) {
    this.#file = file;
    this.#folder = { folder: posix.dirname(file), listing, missing: 0 };
    this.#document = document;
    this.#head = head;
    this.#report = report;
    this.#referred = new ReferredFiles(rawData, report);
  }

  read(): DataPackage {
    const { resources } = this.#head;
    const indexes = [...resources.keys()].filter((index) => isTable(resources[index] ?? {}, this.#head));
    return {
      file: this.#file,
      isRead: true,
      problems: [],
      resources: indexes.map((index) => this.#readResource(index, indexes.length === 1)),
      files: resources.flatMap((resource) => filesOf(resource, this.#folder.folder)),
    };
  }

  #readResource(index: number, isOnlyTable: boolean): PackagedResource {
    const problems: Problem[] = [];
    const log: Log = { report: keeping(problems, this.#report), shared: new Set() };
    const table = this.#readTable(index, isOnlyTable, log);
    const files = filesOf(this.#head.resources[index] ?? {}, this.#folder.folder);
    return { files, table, problems, shared: [...log.shared] };
  }

  #readTable(index: number, isOnlyTable: boolean, log: Log): PackagedTable | null {
    const part: Part = { document: this.#document, path: ['resources', index] };
    const resource = checkValue(resourceSchema, this.#head.resources[index], part.document, part.path, log.report);
    const file = resource && locateData(resource, part, this.#folder, log.report);
    if (!file) return null;
    const description = new PackagedDescription(part, sidecarOf(file));
    const head = { said: this.#head, part: { document: this.#document, path: [] } };
    describeResource(description, { said: resource, part }, head, isOnlyTable);
    return this.#describeTable(description, resource, part, log)
      ? { file, name: resource.name, nameLocation: part.document.at([...part.path, 'name']), description }
      : null;
  }

  /** Takes what the resource's schema and dialect say; false when one of them cannot be read. */
  #describeTable(description: PackagedDescription, resource: Resource, part: Part, log: Log): boolean {
    const schema = this.#readObject(tableSchema, resource.schema, below(part, 'schema'), log);
    const dialect = this.#readDialect(resource.dialect, below(part, 'dialect'), log);
    if (schema === null || dialect === null) return false;
    if (isTabSeparated(resource)) description.set(['csv', 'delimiter'], '\t', part);
    if (dialect) describeDialect(description, dialect, schema?.said.fields.map(({ name }) => name) ?? null);
    if (schema) describeFields(description, schema.said, schema.part, dialect?.properties.nullSequence ?? null);
    return true;
  }

  #readDialect(value: Resource['dialect'], place: Part, log: Log): FoundDialect | null | undefined {
    const dialect = this.#readObject(dialectSchema, value, place, log);
    if (!dialect) return dialect;
    // Frictionless, the program, writes what is about CSV into an object of its own.
    const nested = this.#readObject(
      dialectSchema,
      isObject(dialect.said.csv) ? dialect.said.csv : null,
      below(dialect.part, 'csv'),
      log,
    );
    if (nested === null) return null;
    return {
      properties: { ...dialect.said, ...nested?.said },
      partOf: (property) =>
        below(nested && Object.hasOwn(nested.said, property) ? nested.part : dialect.part, property),
    };
  }

  /**
   * An object that stands at a place, or in the JSON file that is named there, checked; null when it cannot be read, undefined when
   * there is none.
   */
  #readObject<T extends z.ZodType>(
    schema: T,
    value: string | object | null | undefined,
    place: Part,
    log: Log,
  ): { said: z.infer<T>; part: Part } | null | undefined {
    if (!value) return undefined;
    if (typeof value !== 'string') {
      const said = checkValue(schema, value, place.document, place.path, log.report);
      return said && { said, part: place };
    }
    const file = locateFile(value, place, this.#folder, log.report);
    if (file === null) {
      const { folder, listing } = this.#folder;
      for (const it of listing.refused.get(posix.join(folder, value)) ?? []) log.shared.add(it);
      return null;
    }
    const { document, said, problems } = this.#referred.read(file, schema);
    for (const it of problems) log.shared.add(it);
    return document && said && { said, part: { document, path: [] } };
  }
}
