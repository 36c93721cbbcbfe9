/**
 * Joins Almanac with Astro. The API is built when Astro's build begins, the pages are rendered from what was published, and both end up in
 * one folder. In development the same handler serves /v1, and a change to the raw data shows at once.
 */

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { passthroughImageService } from 'astro/config';
import type { Plugin } from 'vite';
import { PAGE_POLICY } from '../contract/headers.ts';
import { ASSET_FOLDER, ICON_FILE, LICENCES_FILE } from '../contract/routes.ts';
import { pathBelow } from '../discover/path-below.ts';
import { SERVER_MODULE, writeServerPackage } from '../hosts/node/server-package.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { hasSameAssets } from '../pipeline/incremental/reuse-pages.ts';
import { markOutput } from '../pipeline/output/output-folder.ts';
import { PROJECT, WORK_FOLDER } from '../pipeline/output/project-folder.ts';
import type { Progress } from '../pipeline/progress.ts';
import { type PublishApi, publishRawData, type SiteSettings } from '../pipeline/publish-api.ts';
import { moveBesidePages } from './prepare-pages.ts';
import { type PageSettings, publishedPlugin } from './published-plugin.ts';
import { PagesBuild, type PublishedBuild, serveInDevelopment, stagingFolder } from './publishing.ts';

// Astro would report every build to its makers, and write to the home folder.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

/** Stops Astro's build because reused pages would lack a style sheet or a script: all pages must be rendered. */
export class OtherAssets extends Error {
  /** Folder with the published files, from which the pages can be rendered again. */
  readonly published: string;
  constructor(published: string) {
    super('the style sheets and scripts are not those of the reused pages');
    this.name = 'OtherAssets';
    this.published = published;
  }
}

export interface IntegrationOptions {
  progress?: Progress;
  /** Publishes the API of a build; if absent, the raw data is published. */
  publish?: PublishApi;
  /** Reuses the pages of unchanged datasets. */
  reuse?: Reuse | null;
  /** Called when the pages are rendered. */
  onPublished?: (published: PublishedBuild) => void;
}

/** Folders in the project that commands write to. */
const NOT_WATCHED = [WORK_FOLDER, join(PROJECT, 'dist'), join(PROJECT, 'lib')];

/** Astro's whole configuration for some settings, so that every command builds the same. */
export function astroConfig(settings: SiteSettings, options: IntegrationOptions = {}): AstroUserConfig {
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
    build: { inlineStylesheets: 'never', assets: ASSET_FOLDER, serverEntry: SERVER_MODULE },
    devToolbar: { enabled: false },
    integrations: [almanac(settings, options)],
    vite: {
      // The content policy of the pages allows no script in a page itself.
      build: { assetsInlineLimit: 0 },
      server: {
        // Whoever named the port looks for the site there.
        strictPort: true,
        // Not as patterns: a path may have characters that mean something in these, and on Windows it has backslashes.
        watch: { ignored: (path: string) => NOT_WATCHED.some((folder) => pathBelow(folder, resolve(path)) !== null) },
      },
    },
  };
}

/**
 * Bundles all dependencies, so the output runs without node_modules. One of them colours its messages with a package that is installed for
 * development only: a server must not differ by what else was installed when it was built.
 */
const SERVER_PACKAGES = { noExternal: true as const, external: ['supports-color'] };

/** The Node adapter with our own server entry: the adapter's never passes a request for an existing file to our code. */
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
            context.setAdapter({
              ...it,
              // A source, like the pages: Vite compiles it.
              serverEntrypoint: join(PROJECT, 'src/astro/node-entry.ts'),
            }),
        }),
    },
  };
}

function almanac(
  settings: SiteSettings,
  { progress = () => {}, publish, reuse = null, onPublished = () => {} }: IntegrationOptions,
): AstroIntegration {
  const build = new PagesBuild();
  const published = join(stagingFolder(WORK_FOLDER), 'current');
  let outDir = '';
  let publicDir = '';
  let serverDir = '';
  let isDev = false;
  return {
    name: 'almanac',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        isDev = command === 'dev';
        const pages = (): PageSettings => ({
          base: settings.base,
          isDevelopment: isDev,
          // In development Astro adds its own scripts.
          policy: isDev ? null : PAGE_POLICY,
          hasPictures: build.hasPictures,
          icon: ICON_FILE,
        });
        updateConfig({ vite: { plugins: [publishedPlugin(published, pages)] } });
        if (command !== 'build') return;
        updateConfig({ vite: { ssr: SERVER_PACKAGES, plugins: [bundledLicences(), unplacedModules()] } });
      },
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir);
        publicDir = fileURLToPath(config.publicDir);
        serverDir = fileURLToPath(config.build.server);
      },
      'astro:build:start': async () => {
        await build.start({
          settings,
          published,
          publicDir,
          publish: publish ?? publishRawData(settings, progress),
          reuse,
          progress,
        });
      },
      'astro:build:done': ({ dir, pages }) => {
        onPublished(build.published);
        const client = fileURLToPath(dir);
        const hasReused = build.published.reused.length > 0;
        if (hasReused && reuse?.pages && !hasSameAssets(reuse.pages, client)) throw new OtherAssets(published);
        progress(`render    ${pages.length} pages`);
        moveBesidePages(published, client);
        writeServerPackage(serverDir);
        markOutput(outDir);
      },
      'astro:server:setup': ({ server }) => {
        // Astro's build also starts a development server, to generate types.
        if (isDev) serveInDevelopment(server, { settings, published, progress });
      },
    },
  };
}

/** Environments of Vite whose output has copies of packages: the server, and the scripts of the pages. */
const WITH_PACKAGES = ['ssr', 'client'];

/** Leaves out comments that name each source by its way from the folder of the process: the same sources make the same output anywhere. */
function unplacedModules(): Plugin {
  return {
    name: 'almanac:unplaced',
    configEnvironment: (name) =>
      name === 'ssr' ? { build: { rolldownOptions: { experimental: { attachDebugInfo: 'none' } } } } : undefined,
  };
}

/** Puts the licences of the bundled packages beside the server and the pages, as these demand. */
function bundledLicences(): Plugin {
  return {
    name: 'almanac:licences',
    configEnvironment: (name) =>
      WITH_PACKAGES.includes(name) ? { build: { license: { fileName: LICENCES_FILE } } } : undefined,
  };
}
