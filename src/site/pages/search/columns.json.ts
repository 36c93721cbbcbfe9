import type { APIRoute } from 'astro';
import { readFacts } from '../../list/read-facts.ts';
import { searchedColumns } from '../../shared/search/search-texts.ts';

/** What the search reads second: the names of all columns. */
export const GET: APIRoute = async () => Response.json(searchedColumns(await readFacts()));
