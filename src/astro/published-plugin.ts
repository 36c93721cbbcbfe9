import { sep } from 'node:path';
import type { Plugin } from 'vite';

const PUBLISHED_MODULE = 'virtual:almanac/published';

/** Settings of the site that the pages need. */
export type PageSettings = Omit<typeof import('virtual:almanac/published'), 'readPublished' | 'publishedSize'>;

/**
 * Provides a module for the pages, with functions that read published files and with the settings of the site that the pages need. Unlike
 * `import.meta.env`, the module is independent of environment variables.
 */
export function publishedPlugin(folder: string, settings: () => PageSettings): Plugin {
  return {
    name: 'almanac:published',
    resolveId: (id) => (id === PUBLISHED_MODULE ? `\0${PUBLISHED_MODULE}` : undefined),
    load: (id) => (id === `\0${PUBLISHED_MODULE}` ? moduleFor(folder, settings()) : undefined),
  };
}

function moduleFor(folder: string, settings: PageSettings): string {
  const values = Object.entries(settings).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  // The files are small, so reading one synchronously takes much less time than waiting for a thread to read it.
  return `import { readFileSync, statSync } from 'node:fs';
const folder = ${JSON.stringify(folder + sep)};
${values.join('\n')}
export const readPublished = async (path) => readFileSync(folder + path, 'utf8');
export const publishedSize = async (path) => statSync(folder + path).size;`;
}
