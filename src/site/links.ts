import { base } from 'virtual:almanac/published';

/** Path below which the catalogue is served, with a slash at either end. */
const PAGE_BASE = base;

/** Address of a server that nobody told its address: `npm start` listens there. */
const LOCAL_ADDRESS = 'http://localhost:4321';

export const HOME_PAGE = PAGE_BASE;
export const API_PAGE = `${PAGE_BASE}api/`;

export function datasetPage(config: string): string {
  return `${PAGE_BASE}datasets/${config}/`;
}

/** The part of the home page that lists a category. */
export function categorySection(category: string): string {
  return `${HOME_PAGE}#${categoryId(category)}`;
}

export function categoryId(category: string): string {
  return `category-${category}`;
}

/** URL of a published file, or of one in public/, on whatever host serves the page. */
export function fileLink(file: string): string {
  return PAGE_BASE + file;
}

/** URL of a published file for use outside a browser, which needs the host's name. */
export function fileAddress(file: string, site: URL | undefined): string {
  return new URL(fileLink(file), site ?? LOCAL_ADDRESS).href;
}

/** What `fileAddress` puts in the place of a host that is not known; null when it is. */
export function assumedAddress(site: URL | undefined): string | null {
  return site === undefined ? LOCAL_ADDRESS : null;
}
