import { sep } from 'node:path';
import type { Plugin } from 'vite';

const PUBLISHED_MODULE = 'virtual:almanac/published';

/** What the pages must know of their site. */
export type PageSettings = Omit<typeof import('virtual:almanac/published'), 'readPublished' | 'publishedSize'>;

/**
 * Provides the pages' data: a module with functions that read published files, and with what the pages must know of their site. Environment
 * variables cannot change it, unlike `import.meta.env`.
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
  // The files are small: waiting for a thread takes much longer than reading one.
  return `import { readFileSync, statSync } from 'node:fs';
const folder = ${JSON.stringify(folder + sep)};
${values.join('\n')}
export const readPublished = async (path) => readFileSync(folder + path, 'utf8');
export const publishedSize = async (path) => statSync(folder + path).size;`;
}
