import type { APIRoute, GetStaticPaths } from 'astro';
import { accentStyles } from '../accent.ts';
import { ACCENT_FILE } from '../links.ts';
import { readIndex } from '../published.ts';

/** Style sheet with the catalogue's accent colour, if it has one. It is a file since the content security policy forbids inline styles. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { accent } = await readIndex();
  return accent === null ? [] : [{ params: { accent: ACCENT_FILE.replace(/\.css$/, '') }, props: { accent } }];
};

export const GET: APIRoute<{ accent: string }> = ({ props }) =>
  new Response(accentStyles(props.accent), { headers: { 'Content-Type': 'text/css' } });
