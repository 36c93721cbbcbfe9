/**
 * Joins Almanac with Astro: the API is built when Astro's build begins, its pages are rendered from what was published,
 * and both end up in one folder. In development the same handler answers /v1, and a change of the raw data shows at once.
 */

import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { passthroughImageService } from 'astro/config';
import type { Plugin, ViteDevServer } from 'vite';
import { type BuildReport, buildApi } from './build.ts';
import type { Settings } from './config.ts';
import { formatProblem } from './problems.ts';
import { folderOutput, folderReader } from './publish/output.ts';
import { API_FOLDER, urlPrefix } from './publish/routes.ts';
import { createHandler, type Handler } from './serve/handle-request.ts';
import { apiListener } from './serve/node.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));

/** Folder for what is made on the way, inside the project, since Astro builds nowhere else. */
export const WORK_FOLDER = join(PROJECT, '.almanac');

/** Thrown when the raw data has errors, so that Astro stops; the report has them. */
export class BuildFailed extends Error {
  readonly report: BuildReport;
  constructor(report: BuildReport) {
    super('the raw data has errors');
    this.name = 'BuildFailed';
    this.report = report;
  }
}

export interface IntegrationOptions {
  progress?: (line: string) => void;
  onReport?: (report: BuildReport) => void;
}

/** Astro's configuration for some settings: the whole of it, so that every command builds the same. */
export function astroConfig(
  settings: Pick<Settings, 'rawData' | 'site' | 'base' | 'pageSizes'>,
  options: IntegrationOptions = {},
): AstroUserConfig {
  return {
    root: PROJECT,
    srcDir: './src/site',
    publicDir: './public',
    output: 'static',
    base: settings.base,
    ...(settings.site === null ? {} : { site: settings.site }),
    adapter: adapter(),
    image: { service: passthroughImageService() },
    session: false,
    build: { inlineStylesheets: 'never', assets: 'assets' },
    devToolbar: { enabled: false },
    integrations: [almanac(settings, options)],
    // So that the output runs where there is no node_modules.
    vite: { ssr: { noExternal: true } },
  };
}

/** The Node adapter with a server entry of ours: its own never sees a request for a file that exists. */
function adapter(): AstroIntegration {
  const original = node({ mode: 'standalone' });
  const done = original.hooks['astro:config:done'];
  return {
    ...original,
    hooks: {
      ...original.hooks,
      'astro:config:done': (context) =>
        done?.({
          ...context,
          setAdapter: (it) =>
            context.setAdapter({ ...it, serverEntrypoint: fileURLToPath(new URL('./node-server.ts', import.meta.url)) }),
        }),
    },
  };
}

function almanac(
  settings: Pick<Settings, 'rawData' | 'site' | 'base' | 'pageSizes'>,
  { progress, onReport }: IntegrationOptions,
): AstroIntegration {
  const site = { prefix: urlPrefix(settings.site, settings.base), pageSizes: settings.pageSizes };
  const rawData = resolve(settings.rawData);
  mkdirSync(WORK_FOLDER, { recursive: true });
  const staging = mkdtempSync(join(WORK_FOLDER, 'api-'));
  process.once('exit', () => rmSync(staging, { recursive: true, force: true }));
  return {
    name: 'almanac',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [publishedPlugin(() => join(staging, 'current'))] } });
      },
      'astro:build:start': () => {
        const output = folderOutput(join(staging, 'current'));
        const report = buildApi({ rawData, site, ...(progress ? { progress } : {}) }, output);
        onReport?.(report);
        if (!report.published) throw new BuildFailed(report);
      },
      'astro:build:done': ({ dir }) => {
        const target = join(fileURLToPath(dir), API_FOLDER);
        renameSync(join(staging, 'current', API_FOLDER), target);
      },
    },
  };
}

const PUBLISHED_MODULE = 'virtual:almanac/published';

/** Gives the pages their data: a module whose one function reads a published file. */
function publishedPlugin(folder: () => string): Plugin {
  return {
    name: 'almanac:published',
    resolveId: (id) => (id === PUBLISHED_MODULE ? `\0${PUBLISHED_MODULE}` : undefined),
    load: (id) =>
      id === `\0${PUBLISHED_MODULE}`
        ? `import { readFile } from 'node:fs/promises';
export const readPublished = (path) => readFile(${JSON.stringify(folder() + sep)} + path, 'utf8');`
        : undefined,
  };
}
