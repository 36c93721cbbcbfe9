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
 * Astro's whole configuration for the site of a command. Astro may write anything into its root, since the program may be installed in a
 * folder that is read-only. The output must be in the root: modules that Astro makes and runs there find the program's packages.
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
        // A person who named the port expects the site there.
        strictPort: true,
        // Not a pattern, in which some characters of paths, such as the backslashes on Windows, have a meaning.
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
  // Vite compiles it, like the pages.
  const serverEntrypoint = join(PROJECT, 'src/astro/node-entry.ts');
  return {
    ...original,
    hooks: {
      ...original.hooks,
      'astro:config:done': (context) =>
        done?.({ ...context, setAdapter: (it) => context.setAdapter({ ...it, serverEntrypoint }) }),
    },
  };
}

/** Vite's environments whose output has copies of packages: the server, and the scripts of the pages. */
const WITH_PACKAGES = ['ssr', 'client'];

/** Makes an output that runs without node_modules, and is the same wherever it is built. */
function wholeOutput(): Plugin {
  return {
    name: 'almanac:whole-output',
    apply: 'build',
    // One dependency colours its messages with this package if it is installed. A server must not depend on what else is installed when it
    // is built.
    config: () => ({ ssr: { noExternal: true, external: ['supports-color'] } }),
    configEnvironment: (name) => ({
      build: {
        // The licences of bundled packages must go with them.
        ...(WITH_PACKAGES.includes(name) ? { license: { fileName: LICENCES_FILE } } : {}),
        // No comments with the path of each source relative to the current folder.
        ...(name === 'ssr' ? { rolldownOptions: { experimental: { attachDebugInfo: 'none' } } } : {}),
      },
    }),
  };
}
