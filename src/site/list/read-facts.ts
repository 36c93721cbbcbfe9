import { readPublished } from 'virtual:almanac/published';
import type { ProfileDocument } from '../../contract/documents.ts';
import { datasetFile } from '../../contract/routes.ts';
import { readAbout, readChart, readEntries, readIndex, readOnce } from '../published.ts';
import { type DatasetFacts, factsOf } from '../shared/dataset-facts.ts';
import { orderByTitle } from './letters.ts';

/** Number of datasets read concurrently. Reading more at a time is no faster. */
const AT_A_TIME = 16;

/** Facts about all datasets, sorted by title. Read once per build: the home page, categories, list and search all use them. */
export const readFacts = readOnce(async (): Promise<readonly DatasetFacts[]> => {
  const { categories, language } = await readIndex();
  const entries = (await Promise.all(categories.map(readEntries))).flat();
  const all: DatasetFacts[] = [];
  for (let at = 0; at < entries.length; at += AT_A_TIME) {
    const read = entries.slice(at, at + AT_A_TIME).map(async (entry) => {
      const { config } = entry;
      const [profile, ...others] = await Promise.all([
        readPublished(datasetFile('profile', config)),
        readAbout(config),
        readChart(config),
      ]);
      return factsOf(entry, JSON.parse(profile) as ProfileDocument, ...others, language);
    });
    all.push(...(await Promise.all(read)));
  }
  return orderByTitle(all, language);
});
