import { base } from 'virtual:almanac/published';

/** Path below which the catalogue is served, with a slash at either end. */
const PAGE_BASE = base;

/** Address that examples show if the site's own is not known: `npm start` listens there. */
const LOCAL_ADDRESS = 'http://localhost:4321';

export const HOME_PAGE = PAGE_BASE;
export const API_PAGE = `${PAGE_BASE}api/`;

export function datasetPage(config: string): string {
  return `${PAGE_BASE}datasets/${config}/`;
}

/** Link to the part of the home page that lists a category. */
export function categorySection(category: string): string {
  return `${HOME_PAGE}#${categoryId(category)}`;
}

export function categoryId(category: string): string {
  return `category-${category}`;
}

/** URL of a published file, or of a file in public/, on the host that serves the page. */
export function fileLink(file: string): string {
  return PAGE_BASE + file;
}

/** Absolute URL of a published file, for use outside a browser. */
export function fileAddress(file: string, site: URL | undefined): string {
  return new URL(fileLink(file), site ?? LOCAL_ADDRESS).href;
}

/** Address that `fileAddress` assumes because the site's own is not known; null if it is known. */
export function assumedAddress(site: URL | undefined): string | null {
  return site === undefined ? LOCAL_ADDRESS : null;
}
