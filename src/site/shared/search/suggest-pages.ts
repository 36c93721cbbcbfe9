import type { DatasetSummary, IndexDocument } from '../../../contract/documents.ts';
import {
  API_FOLDER,
  byEveryName,
  CATEGORY_PAGES,
  DATASET_PAGES,
  decodePath,
  EMBED_FOLDER,
  matchRoute,
} from '../../../contract/routes.ts';
import { prepareNames, suggest } from '../../../suggestions/suggest.ts';

/**
 * Suggests up to three pages for a path that does not exist, best first: categories if the path names one, otherwise datasets. The server
 * suggests the same datasets for the same name. `base` is the path of the home page, with leading and trailing slashes; an `href` is a path
 * on the catalogue's host.
 */
export function suggestPages(
  path: string,
  base: string,
  { datasets, categories }: Pick<IndexDocument, 'datasets' | 'categories'>,
): { title: string; href: string }[] {
  const missing = missingName(path, base);
  if (missing === null) return [];
  const folder = missing.isCategory ? CATEGORY_PAGES : DATASET_PAGES;
  const filled = categories.filter(({ count }) => count > 0).map(({ name, title }) => ({ config: name, name: title }));
  const known = byEveryName<Pick<DatasetSummary, 'config' | 'name'>>(missing.isCategory ? filled : datasets);
  const similar = suggest(missing.name, prepareNames(known.keys())).flatMap((name) => known.get(name) ?? []);
  return Array.from(new Set(similar), ({ config, name }) => ({ title: name, href: `${base}${folder}/${config}/` }));
}

/** Dataset or category that a path names, or null. Outside the API, the last segment of an unknown path counts as a dataset's name. */
function missingName(path: string, base: string): { name: string; isCategory: boolean } | null {
  const decoded = decodePath(path);
  if (decoded === null) return null;
  const below = (decoded.startsWith(base) ? decoded.slice(base.length) : decoded).replace(/^\/+|\/+$/g, '');
  const [folder, name] = below.split('/');
  if (folder === API_FOLDER) return nameOfRoute(below);
  if (name !== undefined && folder === CATEGORY_PAGES) return { name, isCategory: true };
  if (name !== undefined && (folder === DATASET_PAGES || folder === EMBED_FOLDER)) return { name, isCategory: false };
  const last = below.split('/').at(-1);
  return last === undefined || last === '' ? null : { name: last, isCategory: false };
}

function nameOfRoute(path: string): { name: string; isCategory: boolean } | null {
  const route = matchRoute(path);
  const named = route?.kind === 'collection' ? route.collection : route;
  if (named === null || named.kind === 'document') return null;
  if (named.kind !== 'datasets') return { name: named.config, isCategory: false };
  return named.category === null ? null : { name: named.category, isCategory: true };
}
