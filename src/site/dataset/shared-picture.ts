import { hasPictures } from 'virtual:almanac/published';
import type { ChartDocument } from '../../contract/chart-document.ts';
import { chartFile } from '../../contract/routes.ts';

/** A picture that is shown where a link to a page is shared. */
export interface SharedPicture {
  /** Path of a published file, a PNG of `PICTURE_SIZE`. */
  file: string;
  /** What it shows, in words. */
  alt: string;
}

/** Longest description of a picture, in UTF-16 code units, that social networks take. */
const MAX_ALT_LENGTH = 420;

/** The picture of a dataset's main chart; null if there is no such picture. While pages are rendered, it may not be drawn yet. */
export function sharedPicture(config: string, chart: ChartDocument | null): SharedPicture | null {
  if (!chart || !hasPictures) return null;
  const alt = `${chart.title}. ${chart.summary}`;
  const isShort = alt.length <= MAX_ALT_LENGTH;
  return { file: chartFile('picture', config), alt: isShort ? alt : `${alt.slice(0, MAX_ALT_LENGTH - 1).trimEnd()}…` };
}
