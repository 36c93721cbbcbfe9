import type { APIRoute } from 'astro';
import { accentStyles } from '../accent.ts';
import { readIndex } from '../published.ts';

/** The catalogue's own colour. Pages may have no styles of their own, so it stands in a file. */
export const GET: APIRoute = async () => {
  const { accent } = await readIndex();
  return new Response(accent === null ? '' : accentStyles(accent), { headers: { 'Content-Type': 'text/css' } });
};
