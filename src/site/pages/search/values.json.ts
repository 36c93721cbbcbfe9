import type { APIRoute } from 'astro';
import { readFacts } from '../../list/read-facts.ts';
import { searchedValues } from '../../shared/search/search-texts.ts';

/** Values of columns with names, such as countries, which the search looks through last. */
export const GET: APIRoute = async () => Response.json(searchedValues(await readFacts()));
