import { existsSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import node from '@astrojs/node';
import type { AstroInlineConfig, AstroIntegration } from 'astro';
import { passthroughImageService } from 'astro/config';
import type { Plugin } from 'vite';
import { PAGE_POLICY } from '../contract/headers.ts';
import { ASSET_FOLDER, LICENCES_FILE } from '../contract/routes.ts';
import { pathBelow } from '../discover/path-below.ts';
import { SERVER_MODULE } from '../hosts/node/server-package.ts';
import { PROJECT } from '../pipeline/output/project-folder.ts';
import type { SiteSettings } from '../pipeline/publish-api.ts';
import { integrationFor, type SiteParts } from './integration.ts';

// Astro would report every build to its makers, and write to the home folder.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

/**
 * Astro's whole configuration for the site of a command. Its root is a folder in which Astro writes whatever it likes: the program may be
 * installed where nobody may write. The output must be in it: modules that Astro makes and runs there find the packages of the program.
 */
export function siteConfig(
  root: string,
  settings: SiteSettings,
  parts: Omit<SiteParts, 'pages' | 'policy'>,
): AstroInlineConfig {
  linkPackages(root);
  return {
    root,
    configFile: false,
    publicDir: join(PROJECT, 'public'),
    cacheDir: join(root, 'cache'),
    output: 'static',
    base: settings.base,
    ...(settings.site === null ? {} : { site: settings.site }),
    adapter: adapter(),
    image: { service: passthroughImageService() },
    session: false,
    build: { inlineStylesheets: 'never', assets: ASSET_FOLDER, serverEntry: SERVER_MODULE },
    devToolbar: { enabled: false },
    integrations: [
      integrationFor(
        { ...settings, rawData: resolve(settings.rawData) },
        { ...parts, pages: 'all', policy: PAGE_POLICY },
      ),
    ],
    vite: {
      cacheDir: join(root, 'cache/vite'),
      // Folders above the root may be those of another site, with settings for its own sources.
      css: { postcss: {} },
      resolve: { tsconfigPaths: false },
      // The content policy of the pages allows no script in a page itself.
      build: { assetsInlineLimit: 0 },
      plugins: [wholeOutput()],
      server: {
        // Whoever named the port looks for the site there.
        strictPort: true,
        // Not as a pattern: a path may have characters that mean something in these, and on Windows it has backslashes.
        watch: { ignored: (path: string) => pathBelow(root, resolve(path)) !== null },
      },
    },
  };
}

/** Makes a link to the folder of packages in which Node finds Astro for this program. */
function linkPackages(root: string): void {
  const link = join(root, 'node_modules');
  const astro = createRequire(join(PROJECT, 'package.json')).resolve('astro/package.json');
  if (!existsSync(link)) symlinkSync(join(astro, '../..'), link, 'junction');
}

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

/** Environments of Vite whose output has copies of packages: the server, and the scripts of the pages. */
const WITH_PACKAGES = ['ssr', 'client'];

/** Makes an output that runs without node_modules, and is the same wherever it is built. */
function wholeOutput(): Plugin {
  return {
    name: 'almanac:whole-output',
    apply: 'build',
    // One dependency colours its messages with a package that is installed for development only: a server must not differ by what else was
    // installed when it was built.
    config: () => ({ ssr: { noExternal: true, external: ['supports-color'] } }),
    configEnvironment: (name) => ({
      build: {
        // Bundled packages demand that their licences go with them.
        ...(WITH_PACKAGES.includes(name) ? { license: { fileName: LICENCES_FILE } } : {}),
        // No comments that name each source by its way from the folder of the process.
        ...(name === 'ssr' ? { rolldownOptions: { experimental: { attachDebugInfo: 'none' } } } : {}),
      },
    }),
  };
}
