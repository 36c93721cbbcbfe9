import { sep } from 'node:path';
import type { Plugin } from 'vite';

/** Matches the IDs of the parts of an Astro file that are separate modules: its scripts and styles. */
const PART_OF_ASTRO_FILE = /\.astro\?(?:.*&)?astro(?:&|=|$)/;

/** Prefix of absolute file system paths in the URLs that Vite serves. */
const ON_FILE_SYSTEM = '/@fs';

/**
 * Lets Vite compile and serve the files of `folder`, wherever it is. A linked package may have a path that shares no folder with the site's
 * root. When Astro looks up the scripts and styles of a component, it treats such an absolute path as relative to that root
 * (`normalizeFilename` in its vite-plugin-utils), unless the path has Vite's prefix for absolute paths.
 */
export function sourcesPlugin(folder: string): Plugin {
  // Vite separates paths with `/` on all platforms.
  const prefix = `${folder.split(sep).join('/')}/`;
  let astro: Plugin | undefined;
  return {
    name: 'almanac:sources',
    configResolved: ({ server, plugins }) => {
      // Browsers load the scripts of pages from this folder.
      server.fs.allow.push(folder);
      astro = plugins.find(({ name }) => name === 'astro:build');
    },
    load: {
      // Runs before Astro's own plugin, which would throw an error for these files.
      order: 'pre',
      filter: { id: PART_OF_ASTRO_FILE },
      handler(id) {
        if (!id.startsWith(prefix) || typeof astro?.load !== 'object') return null;
        return astro.load.handler.call(this, ON_FILE_SYSTEM + id);
      },
    },
  };
}
