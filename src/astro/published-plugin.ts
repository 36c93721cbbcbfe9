import { sep } from 'node:path';
import type { Plugin } from 'vite';

const PUBLISHED_MODULE = 'virtual:almanac/published';

/**
 * Provides the pages' data: a module with functions that read published files, and with what the pages must know of the site. They do not
 * take it from `import.meta.env`, since environment variables can change that.
 */
export function publishedPlugin(folder: string, base: string, isDev: boolean): Plugin {
  return {
    name: 'almanac:published',
    resolveId: (id) => (id === PUBLISHED_MODULE ? `\0${PUBLISHED_MODULE}` : undefined),
    load: (id) =>
      id === `\0${PUBLISHED_MODULE}`
        ? `import { readFile, stat } from 'node:fs/promises';
const folder = ${JSON.stringify(folder + sep)};
export const base = ${JSON.stringify(base)};
export const isDevelopment = ${isDev};
export const readPublished = (path) => readFile(folder + path, 'utf8');
export const publishedSize = async (path) => (await stat(folder + path)).size;`
        : undefined,
  };
}
