import { readPublished } from 'virtual:almanac/published';
import type { ProfileDocument } from '../../contract/documents.ts';
import { datasetFile } from '../../contract/routes.ts';
import { readAbout, readChart, readEntry, readIndex, readOnce } from '../published.ts';
import { type DatasetFacts, factsOf } from '../shared/dataset-facts.ts';
import { orderByTitle } from './letters.ts';

/** Facts about all datasets, sorted by title. Read once per build: the home page, categories, list and search all use them. */
export const readFacts = readOnce(async (): Promise<readonly DatasetFacts[]> => {
  const { datasets, language } = await readIndex();
  const all: DatasetFacts[] = [];
  for (const { config } of datasets) {
    const profile = JSON.parse(await readPublished(datasetFile('profile', config))) as ProfileDocument;
    all.push(factsOf(await readEntry(config), profile, await readAbout(config), await readChart(config), language));
  }
  return orderByTitle(all, language);
});
