import type { APIRoute } from 'astro';
import { readLanguage } from '../published.ts';

/** The texts for questions about rows, which pages load when the first question is asked. */
export const GET: APIRoute = async () => Response.json((await readLanguage()).texts.questions);
