import { sep } from 'node:path';
import type { Plugin } from 'vite';

/** The parts of an Astro file that are modules of their own: its scripts and styles. */
const PART_OF_ASTRO_FILE = /\.astro\?(?:.*&)?astro(?:&|=|$)/;

/** Prefix of an absolute path on the file system, in the addresses that Vite serves. */
const ON_FILE_SYSTEM = '/@fs';

/**
 * Lets Vite compile and serve the files of `folder`, wherever it is. A linked package may be on a path that shares no folder with the
 * site's root. When Astro looks for the scripts and styles of a component, it takes such an absolute path for one below that root
 * (`normalizeFilename` of its vite-plugin-utils). With Vite's prefix for absolute paths, it finds them.
 */
export function sourcesPlugin(folder: string): Plugin {
  // Vite writes paths with `/`.
  const prefix = `${folder.split(sep).join('/')}/`;
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
        if (!id.startsWith(prefix) || typeof astro?.load !== 'object') return null;
        return astro.load.handler.call(this, ON_FILE_SYSTEM + id);
      },
    },
  };
}
