import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A built HTML page. */
export interface BuiltPage {
  /** Path of the file in the client folder, with `/`. */
  file: string;
  /** Path at which a host serves it, such as `/datasets/x/`. */
  path: string;
  html: string;
}

/** Every HTML page of a built client folder. */
export function builtPages(client: string): BuiltPage[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
    .map((file) => ({
      file,
      path: `/${file.replace(/(^|\/)index\.html$/, '$1')}`,
      html: readFileSync(join(client, file), 'utf8'),
    }));
}

/** Text of a piece of HTML, without tags. */
export function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ''));
}

/** All values of an attribute in a page. */
export function attributeValues(html: string, name: string): string[] {
  return Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g')), ([, value]) =>
    decodeEntities(value as string),
  );
}

/** Cells of the table in the region with a label: its rows, header first. */
export function tableRows(html: string, label: string): string[][] {
  const start = html.indexOf(`aria-label="${label}"`);
  if (start < 0) throw new Error(`no table "${label}"`);
  const table = html.slice(start, html.indexOf('</table>', start));
  return Array.from(table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs), ([, row]) =>
    Array.from((row as string).matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell]) => textOf(cell as string)),
  );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES[name] as string) : String.fromCodePoint(Number(code)),
  );
}
