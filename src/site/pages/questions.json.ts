import type { APIRoute } from 'astro';
import { readLanguage } from '../published.ts';

/** The texts for questions about rows and for other charts, which pages load when the first question is asked. */
export const GET: APIRoute = async () => {
  const { questions, chart, common } = (await readLanguage()).texts;
  return Response.json({ ...questions, chart, rows: common.rows });
};
