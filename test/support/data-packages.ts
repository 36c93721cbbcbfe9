import { findSources } from '../../src/discover/find-sources.ts';
import type { ColumnDescription, Source } from '../../src/model.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { type Files, rawDataWith } from './builds/raw-data-folder.ts';

/** Path of a test's package in its raw-data folder. */
export const PACKAGE = 'economy/p/datapackage.json';

/** What a package says at its top, so that none of the keys of a dataset is missing. */
export const HEAD = {
  title: 'A package',
  description: 'What it holds.',
  sources: [{ title: 'An institution', path: 'https://example.org/data' }],
  licenses: [{ name: 'CC0-1.0', title: 'CC0 1.0' }],
};

export interface Found {
  sources: Source[];
  problems: Problem[];
}

/** Finds the sources of a raw-data folder. */
export function findIn(rawData: string): Found {
  const problems: Problem[] = [];
  const categories = ['economy', 'governance'].map((name) => ({ name, title: name, description: name }));
  return { sources: findSources(rawData, { categories, license: null }, (it) => problems.push(it)), problems };
}

/**
 * Finds the sources of a folder with a package and some files; `text` is the content of the package's description file.
 */
export function find(descriptor: object, files: Files): Found & { text: string } {
  const text = JSON.stringify(descriptor, null, 2);
  return { ...findIn(rawDataWith({ [PACKAGE]: text, ...files })), text };
}

/** Finds the source of a package with one resource, whose file is data/x.csv. */
export function findOne(
  resource: object,
  head: object = {},
  files: Files = {},
): { source: Source | undefined; problems: Problem[]; text: string } {
  const descriptor = { ...HEAD, ...head, resources: [resource] };
  const { sources, problems, text } = find(descriptor, { 'economy/p/data/x.csv': 'a,b\n1,2\n', ...files });
  return { source: sources[0], problems, text };
}

/** The description of the column that a field describes. */
export function columnOf(field: object): ColumnDescription | undefined {
  const schema = { fields: [{ name: 'a', ...field }] };
  return findOne({ name: 'x', path: 'data/x.csv', schema }).source?.columns.get('a');
}
