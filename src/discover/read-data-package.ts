import { join, posix } from 'node:path';
import type { z } from 'zod';
import type { Report } from '../problems.ts';
import { checkValue } from './check-value.ts';
import {
  dialectSchema,
  type PackageHead,
  packageSchema,
  type Resource,
  resourceSchema,
  tableSchema,
} from './data-package-schemas.ts';
import { describeDialect, type FoundDialect } from './describe-dialect.ts';
import { describeFields } from './describe-fields.ts';
import { describeResource } from './describe-resource.ts';
import type { Location } from './description.ts';
import { type Listing, sidecarOf } from './list-files.ts';
import { filesOf, isTable, isTabSeparated, locateData, locateFile } from './locate-data.ts';
import { below, PackagedDescription, type Part } from './packaged-description.ts';
import { isObject, type JsonDocument, readJson } from './read-json.ts';

/** A table of a data package, and what the package says of it. */
export interface PackagedTable {
  /** The file with its data, relative to the raw-data folder. */
  file: string;
  /** The resource's name, of which the config name is made: it is the table's identifier in the package. */
  name: string;
  nameLocation: Location;
  description: PackagedDescription;
}

/** A data package. */
export interface DataPackage {
  file: string;
  /** False when the description could not be read, so that its resources are not known. */
  isRead: boolean;
  /** Its resources that are tables; those with faults were reported and are none of them. */
  tables: PackagedTable[];
  /** The files that its resources name, those of faulty resources too. */
  files: string[];
}

/** Reads the description of a data package (Data Package standard, versions 1 and 2). Reports what is wrong with it. */
export function readDataPackage(rawData: string, file: string, listing: Listing, report: Report): DataPackage {
  const document = readJson(join(rawData, file), file, report);
  const head = document && checkValue(packageSchema, document.value, document, [], report);
  if (!head) return { file, isRead: false, tables: [], files: [] };
  return new PackageReader(rawData, file, document, head, listing, report).read();
}

class PackageReader {
  readonly #rawData: string;
  readonly #file: string;
  readonly #folder: string;
  readonly #document: JsonDocument;
  readonly #head: PackageHead;
  readonly #listing: Listing;
  readonly #report: Report;
  /** Documents that resources refer to, by their files. */
  readonly #referred = new Map<string, JsonDocument | null>();

  constructor(
    rawData: string,
    file: string,
    document: JsonDocument,
    head: PackageHead,
    listing: Listing,
    report: Report,
  ) {
    this.#rawData = rawData;
    this.#file = file;
    this.#folder = posix.dirname(file);
    this.#document = document;
    this.#head = head;
    this.#listing = listing;
    this.#report = report;
  }

  read(): DataPackage {
    const { resources } = this.#head;
    const indexes = [...resources.keys()].filter((index) => isTable(resources[index] ?? {}));
    return {
      file: this.#file,
      isRead: true,
      tables: indexes.flatMap((index) => this.#readTable(index, indexes.length === 1) ?? []),
      files: resources.flatMap((resource) => filesOf(resource, this.#folder)),
    };
  }

  #readTable(index: number, isOnlyTable: boolean): PackagedTable | null {
    const part: Part = { document: this.#document, path: ['resources', index] };
    const resource = checkValue(resourceSchema, this.#head.resources[index], part.document, part.path, this.#report);
    const file = resource && locateData(resource, part, this.#folder, this.#listing, this.#report);
    if (!file) return null;
    const description = new PackagedDescription(part, sidecarOf(file));
    const head = { said: this.#head, part: { document: this.#document, path: [] } };
    describeResource(description, { said: resource, part }, head, isOnlyTable);
    return this.#describeTable(description, resource, part)
      ? { file, name: resource.name, nameLocation: part.document.at([...part.path, 'name']), description }
      : null;
  }

  /** Takes what the resource's schema and dialect say; false when one of them cannot be read. */
  #describeTable(description: PackagedDescription, resource: Resource, part: Part): boolean {
    const schema = this.#readObject(tableSchema, resource.schema, below(part, 'schema'));
    const dialect = this.#readDialect(resource.dialect, below(part, 'dialect'));
    if (schema === null || dialect === null) return false;
    if (isTabSeparated(resource)) description.set(['csv', 'delimiter'], '\t', part);
    if (dialect) describeDialect(description, dialect, schema?.said.fields.map(({ name }) => name) ?? null);
    if (schema) describeFields(description, schema.said, schema.part, dialect?.properties.nullSequence ?? null);
    return true;
  }

  #readDialect(value: Resource['dialect'], place: Part): FoundDialect | null | undefined {
    const dialect = this.#readObject(dialectSchema, value, place);
    if (!dialect) return dialect;
    // Frictionless, the program, writes what is about CSV into an object of its own.
    const nested = this.#readObject(
      dialectSchema,
      isObject(dialect.said.csv) ? dialect.said.csv : null,
      below(dialect.part, 'csv'),
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
  ): { said: z.infer<T>; part: Part } | null | undefined {
    if (!value) return undefined;
    if (typeof value !== 'string') {
      const said = checkValue(schema, value, place.document, place.path, this.#report);
      return said && { said, part: place };
    }
    const document = this.#readReferred(value, place);
    const said = document && checkValue(schema, document.value, document, [], this.#report);
    return said && { said, part: { document, path: [] } };
  }

  /** The document in another file of the package, read once. */
  #readReferred(path: string, place: Part): JsonDocument | null {
    const file = locateFile(path, place, this.#folder, this.#listing, this.#report);
    if (file === null) return null;
    let document = this.#referred.get(file);
    if (document === undefined) {
      document = readJson(join(this.#rawData, file), file, this.#report);
      this.#referred.set(file, document);
    }
    return document;
  }
}
