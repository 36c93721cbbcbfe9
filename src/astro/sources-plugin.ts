import { sep } from 'node:path';
import type { Plugin } from 'vite';

/** The parts of an Astro file that are modules of their own: its scripts and styles. */
const PART_OF_ASTRO_FILE = /\.astro\?(?:.*&)?astro(?:&|=|$)/;

/** Prefix of an absolute path on the file system, in the addresses that Vite serves. */
const ON_FILE_SYSTEM = '/@fs';

/** Paths of files in a folder, as Vite writes them, begin with this. */
function prefixOf(folder: string): string {
  return `${folder.split(sep).join('/')}/`;
}

/**
 * Lets Vite compile and serve the files of `folder` wherever it lies. A linked package may share no folder with the site, and Astro takes
 * an absolute path that shares none with the site's root for one below that root when it looks for the scripts and styles of a component
 * (`normalizeFilename` of its vite-plugin-utils). With Vite's prefix for absolute paths, it finds them.
 */
export function sourcesPlugin(folder: string): Plugin {
  let astro: Plugin | undefined;
  return {
    name: 'almanac:sources',
    configResolved: ({ server, plugins }) => {
      // Browsers read the scripts of pages from there.
      server.fs.allow.push(folder);
      astro = plugins.find(({ name }) => name === 'astro:build');
    },
    load: {
      // Before Astro, which would throw an error.
      order: 'pre',
      filter: { id: PART_OF_ASTRO_FILE },
      handler(id) {
        if (!id.startsWith(prefixOf(folder)) || typeof astro?.load !== 'object') return null;
        return astro.load.handler.call(this, ON_FILE_SYSTEM + id);
      },
    },
  };
}
