import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type AlmanacOptions, almanac } from '../../../src/astro/almanac.ts';
import { folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';

interface Route {
  pattern: string;
  entrypoint: string;
  prerender: boolean;
}

/** What the integration does with the configuration of a site whose root is a folder. */
function setUp(options: AlmanacOptions, folder: string, config: object = {}) {
  const routes: Route[] = [];
  const warnings: string[] = [];
  const plugins: { name: string; load?: (id: string) => string }[] = [];
  const urlOf = (path: string): URL => pathToFileURL(`${join(folder, path)}/`);
  const site = {
    root: urlOf('.'),
    cacheDir: urlOf('cache'),
    publicDir: urlOf('public'),
    base: '/',
    build: { format: 'directory' },
    trailingSlash: 'ignore',
    ...config,
  };
  const hooks = almanac(options).hooks as unknown as Record<string, (context: object) => void>;
  hooks['astro:config:setup']?.({
    command: 'build',
    config: site,
    injectRoute: (route: Route) => routes.push(route),
    updateConfig: ({ vite }: { vite: { plugins: typeof plugins } }) => plugins.push(...vite.plugins),
  });
  hooks['astro:config:done']?.({ config: site, logger: { warn: (text: string) => warnings.push(text) } });
  const load = (): string => {
    const published = plugins.find(({ name }) => name === 'almanac:published');
    return published?.load?.('\0virtual:almanac/published') ?? '';
  };
  return { routes, warnings, load };
}

test('all pages are added but the home page and the page for missing addresses, each rendered by the build', () => {
  const { routes } = setUp({}, folderWith({}));
  expect(routes.map(({ pattern }) => pattern)).toEqual([
    '/[accent].css',
    '/api',
    '/categories/[category]',
    '/datasets/[config]',
    '/datasets/[former]',
    '/datasets',
    '/embed/[config]',
    '/embed/[former]',
    '/pages/[page]',
    '/questions.json',
    '/search/columns.json',
    '/search/datasets.json',
    '/search/values.json',
  ]);
  for (const { entrypoint, prerender } of routes) expect([existsSync(entrypoint), prerender]).toEqual([true, true]);
  expect(setUp({ pages: false }, folderWith({})).routes).toEqual([]);
});

test('pages know the path of the site, and its icon if it has one, and state no policy', () => {
  const folder = folderWith({});
  const { load } = setUp({}, folder, { base: '/town' });
  expect(load()).toContain('export const base = "/town/";');
  expect(load()).toContain('export const policy = null;');
  expect(load()).toContain('export const icon = null;');
  writeFiles(folder, { 'public/favicon.svg': '<svg/>' });
  expect(load()).toContain('export const icon = "favicon.svg";');
});

test('what is on its way to the output is in the cache of the site', () => {
  const folder = folderWith({});
  setUp({}, folder);
  expect(readdirSync(join(folder, 'cache/almanac'))).toHaveLength(1);
});

test.each([{ build: { format: 'file' } }, { trailingSlash: 'never' }])(
  'a site whose addresses cannot end in a slash is warned: %j',
  (config) => {
    expect(setUp({}, folderWith({}), config).warnings).toEqual([expect.stringContaining('build.format')]);
    expect(setUp({ pages: false }, folderWith({}), config).warnings).toEqual([]);
  },
);

describe('an option is refused that', () => {
  test.each([
    ['is unknown', { page: false }, 'unknown option "page" (did you mean "pages"?)'],
    ['is a setting of the site', { base: '/x' }, 'unknown option "base"'],
    ['is a setting of commands alone', { quiet: true }, 'unknown option "quiet"'],
    ['has a value that does not exist', { formats: ['cvs'] }, 'setting-invalid'],
    ['leaves out the usual page size', { pageSizes: [10] }, 'setting-invalid'],
  ])('%s', (_, options, message) => {
    expect(() => almanac(options as AlmanacOptions)).toThrow(message);
  });
});
