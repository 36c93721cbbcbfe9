/** Builds the pages of all datasets with Eleventy, which paginates a single template into all page files. */

import { mkdirSync } from 'node:fs';
import Eleventy from '@11ty/eleventy';
import { pagesOf, readDatasets } from './pages.ts';

const [rawData = '', out = '', input = ''] = process.argv.slice(2);
mkdirSync(input, { recursive: true });
const pages = readDatasets(rawData).flatMap((dataset) => [...pagesOf(dataset)]);
const eleventy = new Eleventy(input, out, {
  quietMode: true,
  configPath: false,
  config(config) {
    config.addTemplate('pages.11ty.js', ({ item }) => JSON.stringify(item.page), {
      pagination: { data: 'pages', size: 1, alias: 'item' },
      pages,
      permalink: ({ item }) => `/${item.path}`,
      eleventyExcludeFromCollections: true,
    });
  },
});
await eleventy.write();
