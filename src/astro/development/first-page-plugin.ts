import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Matches the ID of a module of Astro. */
const OF_ASTRO = /\/node_modules\/astro\/dist\/.*\.m?js$/;
/** Matches the URL of a module of Astro. */
const ASTRO_URL = /^file:.*\/node_modules\/astro\/dist\//;
/** Matches code that Vite must replace, as opposed to a comment or a template with such code. */
const FOR_VITE = /^[^`/\n]*import\.meta\.(?:env|hot)/m;
/** Matches an import or a re-export. One of the groups is the specifier. */
const IMPORT = /(?:^|[\s;}])(?:import|export)\b[^'"`;()]*?["']([^"']+)["']|[^.\w]import\(\s*["']([^"']+)["']/g;
/** Matches the specifier of a module that Vite makes, or that may import one. */
const MADE_BY_VITE = /^(?:virtual:|astro[:/])/;

/**
 * Shortens what the first page of a development server waits for. Node loads the modules of Astro that need nothing of Vite, neither
 * themselves nor in what they import: nine in ten of some three hundred, which Vite would compile for longer than all else takes. The rest
 * is compiled before it is needed.
 */
export function firstPagePlugin(): Plugin {
  const imports = new Map<string, readonly string[] | null>();
  const verdicts = new Map<string, boolean>();
  const importsOf = (path: string): readonly string[] | null => {
    if (!imports.has(path)) imports.set(path, readImports(path));
    return imports.get(path) ?? null;
  };
  const isNative = (path: string, seen: Set<string>): boolean =>
    seen.has(path) || (importsOf(path)?.every((it) => isNative(it, seen.add(path))) ?? false);
  return {
    name: 'almanac:first-page',
    apply: 'serve',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    configEnvironment: (name) =>
      name === 'client'
        ? null
        : {
            dev: { preTransformRequests: true },
            // Vite compiles all files but those that count as built in.
            resolve: { builtins: [...builtinModules, /^node:/, ASTRO_URL] },
          },
    configResolved({ environments }) {
      // Astro has its toolbar bundled, which is turned off.
      if (environments.client) environments.client.optimizeDeps.include = [];
    },
    async resolveId(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (!found || found.external || !OF_ASTRO.test(found.id)) return found;
      const verdict = verdicts.get(found.id) ?? isNative(found.id, new Set());
      verdicts.set(found.id, verdict);
      return verdict ? { id: pathToFileURL(found.id).href, external: true } : found;
    },
  };
}

/** The modules of Astro that a module imports; null if it is not one itself, or if it needs Vite. */
function readImports(path: string): string[] | null {
  if (!OF_ASTRO.test(path)) return null;
  const code = readFileSync(path, 'utf8');
  const specifiers = [...code.matchAll(IMPORT)].map(([, one, other]) => one ?? other ?? '');
  if (FOR_VITE.test(code) || specifiers.some((it) => MADE_BY_VITE.test(it))) return null;
  return specifiers.filter((it) => it.startsWith('.')).map((it) => posix.join(posix.dirname(path), it));
}
