import { base, icon } from 'virtual:almanac/published';
import type { CatalogueHead } from '../contract/documents.ts';
import { CATEGORY_PAGES, DATASET_PAGES, EMBED_FOLDER, LOGO_FILE, TEXT_PAGES } from '../contract/routes.ts';

/** Address used in examples if the site's own is unknown. `npm start` listens on it by default. */
export const LOCAL_ADDRESS = 'http://localhost:4321';

export const HOME_PAGE = base;
export const API_PAGE = `${base}api/`;
/** Style sheet with the catalogue's accent colour, if it has one. */
export const ACCENT_FILE = 'accent.css';
/** Page that lists all datasets by title. */
export const LIST_PAGE = `${base}${DATASET_PAGES}/`;

export function datasetPage(config: string): string {
  return `${LIST_PAGE}${config}/`;
}

/** Page that lists a category's datasets. */
export function categoryPage(category: string): string {
  return `${base}${CATEGORY_PAGES}/${category}/`;
}

export function textPage(name: string): string {
  return `${base}${TEXT_PAGES}/${name}/`;
}

/** Page with a dataset's chart, for other sites to embed. */
export function embedPage(config: string): string {
  return `${base}${EMBED_FOLDER}/${config}/`;
}

/** URL path of a published file, or of a file in public/. */
export function fileLink(file: string): string {
  return base + file;
}

/** Absolute URL of a published file, for use outside a browser. */
export function fileAddress(file: string, site: URL | undefined): string {
  return pageAddress(fileLink(file), site);
}

/** Absolute URL of a page, given its path on the host. */
export function pageAddress(page: string, site: URL | undefined): string {
  return new URL(page, site ?? LOCAL_ADDRESS).href;
}

/** Link to the pages' icon: the catalogue's logo, otherwise the site's icon; null if there is neither. */
export function iconLink({ has_logo }: Pick<CatalogueHead, 'has_logo'>): string | null {
  const file = has_logo ? LOGO_FILE : icon;
  return file === null ? null : fileLink(file);
}
