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
import type { Settings } from '../settings/settings.ts';
import { firstPagePlugin } from './development/first-page-plugin.ts';
import { integrationFor, type SiteParts } from './integration.ts';

// Otherwise, Astro reports every build to its developers and writes to the home folder.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

/**
 * The complete Astro configuration for a site that a command builds or serves. Astro writes to `root`, since the program's own folder may
 * be read-only. The root must contain the output, so that modules that Astro generates and runs there can import packages.
 */
export function siteConfig(
  root: string,
  settings: Settings,
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
      // Folders above the root may belong to another site, whose settings must not apply here.
      css: { postcss: {} },
      resolve: { tsconfigPaths: false },
      // The content security policy of the pages forbids inline scripts.
      build: { assetsInlineLimit: 0 },
      plugins: [wholeOutput(), shortPreload(settings.base), firstPagePlugin()],
      server: {
        // If the port is in use, fails instead of choosing another one, where the user would not expect the site.
        strictPort: true,
        // A function instead of a pattern: some characters of paths, such as backslashes on Windows, have a special meaning in patterns.
        watch: { ignored: (path: string) => pathBelow(root, resolve(path)) !== null },
      },
    },
  };
}

/** Links `node_modules` in the root to the folder of packages in which Node finds Astro for this program. */
function linkPackages(root: string): void {
  const link = join(root, 'node_modules');
  const astro = createRequire(join(PROJECT, 'package.json')).resolve('astro/package.json');
  if (!existsSync(link)) symlinkSync(join(astro, '../..'), link, 'junction');
}

/** The Node adapter with our own server entry, because the adapter's entry never passes requests for existing files to our code. */
function adapter(): AstroIntegration {
  const original = node({ mode: 'standalone' });
  const done = original.hooks['astro:config:done'];
  // Compiled by Vite, like the pages.
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

/** Replaces Vite's function that preloads what a dynamic import needs: it has 900 bytes, compressed, most of them for style sheets. */
function shortPreload(base: string): Plugin {
  const code = `const known = {};
export const __vitePreload = (load, paths = []) => {
  const link = (href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
  for (const path of paths) known[path] ??= document.head.appendChild(link(${JSON.stringify(base)} + path));
  return load();
};`;
  const load = (id: string) => (id === '\0vite/preload-helper.js' ? code : null);
  return { name: 'almanac:short-preload', apply: 'build', enforce: 'pre', load };
}

/** Makes the output run without node_modules, and keeps it independent of where it is built. */
function wholeOutput(): Plugin {
  return {
    name: 'almanac:whole-output',
    apply: 'build',
    // A dependency colours its messages with `supports-color` if that is installed. The server must not depend on what happens to be
    // installed when it is built.
    config: () => ({ ssr: { noExternal: true, external: ['supports-color'] } }),
    configEnvironment: (name) => ({
      build: {
        // The licences of packages must accompany their code, which the server and the scripts of the pages contain.
        ...(['ssr', 'client'].includes(name) ? { license: { fileName: LICENCES_FILE } } : {}),
        // Leaves out comments with the path of each source, which depends on the current folder.
        ...(name === 'ssr' ? { rolldownOptions: { experimental: { attachDebugInfo: 'none' } } } : {}),
      },
    }),
  };
}
