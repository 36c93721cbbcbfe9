import type { APIRoute } from 'astro';
import { readFacts } from '../../list/read-facts.ts';
import { readIndex, readLanguage } from '../../published.ts';
import { searchTexts } from '../../shared/search/search-texts.ts';

/** The texts of all datasets, which the search indexes first. */
export const GET: APIRoute = async () => {
  const { texts, formats } = await readLanguage();
  const { categories } = await readIndex();
  const titles = new Map(categories.map(({ name, title }) => [name, title]));
  return Response.json(
    searchTexts(await readFacts(), {
      category: (name) => titles.get(name) ?? name,
      rows: (count) => formats.quantity(count, texts.common.rows),
      columns: (count) => formats.quantity(count, texts.common.columns),
    }),
  );
};
