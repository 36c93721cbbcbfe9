import type { APIRoute } from 'astro';
import { readFacts } from '../../list/read-facts.ts';
import { searchedColumns } from '../../shared/search/search-texts.ts';

/** The names and titles of all columns, which the search indexes after the texts of the datasets. */
export const GET: APIRoute = async () => Response.json(searchedColumns(await readFacts()));
