import { readPublished } from 'virtual:almanac/published';
import type { ProfileDocument } from '../../contract/documents.ts';
import { datasetFile } from '../../contract/routes.ts';
import { readAbout, readChart, readEntries, readIndex, readOnce } from '../published.ts';
import { type DatasetFacts, factsOf } from '../shared/dataset-facts.ts';
import { orderByTitle } from './letters.ts';

/** Facts about all datasets, sorted by title. Read once per build: the home page, categories, list and search all use them. */
export const readFacts = readOnce(async (): Promise<readonly DatasetFacts[]> => {
  const { categories, language } = await readIndex();
  const entries = (await Promise.all(categories.map(readEntries))).flat();
  const all: DatasetFacts[] = [];
  for (const entry of entries) {
    const { config } = entry;
    const profile = JSON.parse(await readPublished(datasetFile('profile', config))) as ProfileDocument;
    all.push(factsOf(entry, profile, await readAbout(config), await readChart(config), language));
  }
  return orderByTitle(all, language);
});
