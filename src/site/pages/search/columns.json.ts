import type { APIRoute } from 'astro';
import { readFacts } from '../../list/read-facts.ts';
import { searchedColumns } from '../../shared/search/search-texts.ts';

/** The column names of all datasets, which the search indexes after their texts. */
export const GET: APIRoute = async () => Response.json(searchedColumns(await readFacts()));
