/**
 * The integration for sites of others: it publishes a raw-data folder beside the pages of the site, and adds pages for its datasets. The site keeps
 * its root, its adapter, its output and its layouts.
 */

import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger } from 'astro';
import { NOT_STORED } from '../contract/headers.ts';
import { CLIENT_FILE, ICON_FILE } from '../contract/routes.ts';
import { nameCommandsAsCalled } from '../pipeline/calling.ts';
import { PROJECT } from '../pipeline/output/project-folder.ts';
import { type PublishApi, publishRawData, type SiteSettings } from '../pipeline/publish-api.ts';
import { formatProblem } from '../problems/format-problem.ts';
import { type Problem, ProblemError } from '../problems/problem.ts';
import { readSettings } from '../settings/read-settings.ts';
import { SETTINGS } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { moveBesidePages } from './prepare-pages.ts';
import { publishedPlugin } from './published-plugin.ts';
import { BuildFailed, PagesBuild, serveInDevelopment, stagingFolder } from './publishing.ts';
import { reportBuild } from './report-build.ts';
import { sourcesPlugin } from './sources-plugin.ts';

/** What a site may choose. `site` and `base` are those of its own configuration. */
export interface AlmanacOptions
  extends Partial<
    Pick<SiteSettings, 'rawData' | 'pageSizes' | 'layout' | 'formats' | 'only' | 'maxColumns' | 'pictures'>
  > {
  /** Add the pages of datasets, categories and the API, and those of `raw-data/pages/`; true if absent. The home page is the site's own. */
  pages?: boolean;
}

/** Folder of our pages. Vite compiles them. */
const SITE = join(PROJECT, 'src/site');

const CLIENT = join(PROJECT, 'public', CLIENT_FILE);

/** Pages that the site has itself. */
const OWN_PAGES = ['index.astro', '404.astro'];

/**
 * Publishes a raw-data folder with an Astro site: the files of /v1, the client, and pages. A relative `rawData` is below the site's root. Throws an
 * error that says what is wrong with the options.
 */
export function almanac(options: AlmanacOptions = {}): AstroIntegration {
  nameCommandsAsCalled();
  const { pages = true, ...given } = options;
  const chosen = readOptions(given);
  const build = new PagesBuild();
  let settings: SiteSettings = chosen;
  let published = '';
  let publicDir = '';
  let isDev = false;
  return {
    name: 'almanac',
    hooks: {
      'astro:config:setup': ({ command, config, injectRoute, updateConfig }) => {
        isDev = command === 'dev';
        const work = join(fileURLToPath(config.cacheDir), 'almanac');
        published = join(stagingFolder(work), 'current');
        const pageSettings = () => ({
          base: settings.base,
          isDevelopment: isDev,
          // The site may have styles and scripts inside its pages, and a policy for them.
          policy: null,
          hasPictures: build.hasPictures,
          icon: existsSync(join(publicDir, ICON_FILE)) ? ICON_FILE : null,
        });
        updateConfig({
          vite: {
            plugins: [publishedPlugin(published, pageSettings), sourcesPlugin(SITE)],
            // Node runs no TypeScript below node_modules.
            ssr: { noExternal: ['almanac'] },
          },
        });
        if (!pages) return;
        for (const route of pageRoutes()) injectRoute({ ...route, prerender: true });
      },
      'astro:config:done': ({ config, logger }) => {
        settings = settingsFor(chosen, config);
        publicDir = fileURLToPath(config.publicDir);
        warnOfFormat(config, pages, logger);
      },
      'astro:build:start': async ({ logger }) => {
        const progress = (line: string): void => logger.info(line);
        const publish = publishWithClient(publishRawData(settings, progress), publicDir);
        try {
          await build.start({ settings, published, publicDir, publish, reuse: null, progress });
        } catch (error) {
          if (error instanceof BuildFailed) reportBuild(error.report, (line) => logger.error(line));
          // Astro prints the message of an error alone.
          if (error instanceof ProblemError) logger.error(formatProblem(error.problem));
          throw error;
        }
      },
      'astro:build:done': ({ dir, logger }) => {
        const { report, problems } = build.published;
        reportBuild({ ...report, problems: [...report.problems, ...problems] }, (line) => logger.info(line));
        moveBesidePages(published, fileURLToPath(dir));
      },
      'astro:server:setup': ({ server, logger }) => {
        // Astro's build also starts a development server, to generate types.
        if (!isDev) return;
        serveInDevelopment(server, { settings, published, progress: (line) => logger.info(line) });
        server.middlewares.use(({ url, originalUrl = url }, outgoing, next) => {
          if (originalUrl !== settings.base + CLIENT_FILE) return next();
          outgoing.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', ...NOT_STORED });
          outgoing.end(readFileSync(CLIENT));
        });
      },
    },
  };
}

/** The options that are settings of a build too. */
const OPTIONS = [
  'rawData',
  'pageSizes',
  'layout',
  'formats',
  'only',
  'maxColumns',
  'pictures',
] as const satisfies readonly (keyof AlmanacOptions)[];

/** Reads the options like the flags of a build, with the same defaults and the same problems. */
function readOptions(options: Omit<AlmanacOptions, 'pages'>): SiteSettings {
  const unknown = Object.keys(options).find((name) => !(OPTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const known = [...OPTIONS, 'pages'];
    const help = `Known: ${known.join(', ')}. The address of the site is that of its own configuration.`;
    throw new Error(`almanac() has an unknown option "${unknown}"${didYouMean(unknown, known)}. ${help}`);
  }
  const flags = OPTIONS.flatMap((name): [string, string | true][] => {
    const value = options[name];
    if (value === undefined || (name === 'pictures' && value)) return [];
    return [[SETTINGS[name].flag, name === 'pictures' ? true : String(value)]];
  });
  const { settings, problems } = readSettings('build', Object.fromEntries(flags), {});
  if (problems.length > 0) throw new Error(problems.map(inConfiguration).join('\n'));
  return settings;
}

function inConfiguration(problem: Problem): string {
  return `almanac() in the configuration of Astro: ${formatProblem(problem)}`;
}

/** The settings of the site: its own address, and the raw data below its root. */
function settingsFor(chosen: SiteSettings, { root, site, base }: AstroConfig): SiteSettings {
  return {
    ...chosen,
    rawData: resolve(fileURLToPath(root), chosen.rawData),
    site: site === undefined ? null : site.replace(/\/$/, ''),
    base: `/${base}/`.replace(/\/{2,}/g, '/'),
  };
}

/** Our pages, as Astro names routes. */
function pageRoutes(): { pattern: string; entrypoint: string }[] {
  const folder = join(SITE, 'pages');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:astro|ts)$/.test(file))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !OWN_PAGES.includes(file))
    .sort()
    .map((file) => ({
      pattern: `/${file.replace(/(?:\/?index)?\.(?:astro|ts)$/, '')}`,
      entrypoint: join(folder, file),
    }));
}

/** The links of our pages end in a slash. */
function warnOfFormat(config: AstroConfig, pages: boolean, logger: AstroIntegrationLogger): void {
  if (!pages || (config.build.format === 'directory' && config.trailingSlash !== 'never')) return;
  logger.warn(
    'The links between the pages of datasets end in a slash. Set build.format to "directory" and trailingSlash to "ignore", or leave out the pages with pages: false.',
  );
}

/** Publishes the client too, which the page of each dataset shows how to use, unless the site has it among its own files. */
function publishWithClient(publish: PublishApi, publicDir: string): PublishApi {
  return async (folder) => {
    const report = await publish(folder);
    if (report.published && !existsSync(join(publicDir, CLIENT_FILE))) copyFileSync(CLIENT, join(folder, CLIENT_FILE));
    return report;
  };
}
