/**
 * Bundles the sources of the commands, since a few large files load faster than many small ones. Each module is in only one file, and lazy
 * imports stay lazy.
 */

import { basename, extname, isAbsolute, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';

/**
 * Files shared by commands and threads. Each contains all modules that its `roots` import statically, directly or indirectly, except those
 * in a file earlier in this list. The bundler chooses the files for all other modules.
 */
const SHARED_FILES = [
  {
    /** Loaded by a build to find out whether there is anything to do; also contains modules that the file `threads` needs. */
    name: 'quick',
    roots: ['scripts/build.ts', 'src/pipeline/output/write-errors.ts'],
  },
  /** Loaded by every thread; also contains modules shared by the code that reads dataset descriptions and the code that draws charts. */
  { name: 'thread', roots: ['src/pipeline/threads/worker.ts', 'src/contract/documents.ts'] },
  /** Loaded by each thread of a build that has something to do, including the main thread. */
  { name: 'threads', roots: ['src/pipeline/threads/worker.ts', 'src/pipeline/tasks.ts'] },
  /** Loaded by every build that has something to do. */
  { name: 'publish', roots: ['src/commands/make-site.ts'] },
  /** Loaded by builds that read descriptions. */
  { name: 'discover', roots: ['src/pipeline/build-api.ts'] },
];

/**
 * Packages to bundle, because a build uses only a part of each or because bundled code loads faster. Only one of them may be CommonJS: with
 * two, the bundler would add a file for their helper functions.
 */
const BUNDLED_PACKAGES = ['d3-array', 'js-levenshtein', 'simple-statistics'];

/** Matches an expression for the URL of a source that a thread loads. Group 1 is the path relative to the source with the expression. */
const SOURCE_URL = /new URL\('(\.\.?\/[^'\n]+\.[jt]s)', import\.meta\.url\)/g;
/** Matches any other use of a source's own URL, which would become the URL of a bundle. */
const OTHER_URL = /(?<!\.[jt]s', )import\.meta\.url/g;
const OWN_URL = /import\.meta\.url/;

/**
 * Bundles the sources in `entries`, which maps the name of each bundle to a path in the folder `project`. Returns the contents of the files
 * for the folder `lib`, source maps included, by file name. Calls `onSource` with the path of each source in the project before it is read.
 * If a source cannot be parsed, rejects with an error that names it.
 */
export async function bundle(project, entries, lib, onSource) {
  const shared = new Map();
  const bundler = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(project, path)])),
    cwd: project,
    platform: 'node',
    tsconfig: false,
    external: (id) => /^[@\w][^:]|^node:/.test(id) && !BUNDLED_PACKAGES.includes(id),
    plugins: [movingSources(project, shared, onSource)],
    // Inlining constants could leave lines of a source out of the source map.
    optimization: { inlineConst: false },
    experimental: { nativeMagicString: true },
    logLevel: 'silent',
  });
  try {
    const { output } = await bundler.generate({
      dir: lib,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      comments: false,
      // Declares top-level constants and classes with `var`, which Node need not check for use before initialisation.
      topLevelVar: true,
      minifyInternalExports: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: { groups: SHARED_FILES.map(({ name }) => ({ name, test: (id) => shared.get(name).has(id) })) },
    });
    return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
  } catch (error) {
    throw error.errors ? new Error(describe(project, error.errors[0]), { cause: error }) : error;
  } finally {
    await bundler.close();
  }
}

/** Plugin that rewrites the URLs of sources, reports sources to `onSource` and fills `shared` with the modules of each shared file. */
function movingSources(project, shared, onSource) {
  const started = new Set();
  return {
    name: 'sources',
    load(id) {
      if (isAbsolute(id) && !id.includes('node_modules')) onSource(pathIn(project, id));
      return null;
    },
    transform: {
      filter: { code: OWN_URL },
      handler(code, id, { magicString }) {
        if (id.includes('node_modules')) return null;
        const replace = ({ index, 0: found }, by) => magicString.overwrite(index, index + found.length, by);
        for (const found of code.matchAll(SOURCE_URL)) {
          const source = join(id, '..', found[1]);
          const fileName = `${basename(source, extname(source))}.js`;
          if (!started.has(source)) this.emitFile({ type: 'chunk', id: source, fileName });
          started.add(source);
          replace(found, `new URL('./${fileName}', import.meta.url)`);
        }
        for (const found of code.matchAll(OTHER_URL)) {
          replace(found, `new URL('../${pathIn(project, id)}', import.meta.url).href`);
        }
        return { code: magicString };
      },
    },
    buildEnd(error) {
      if (error) return;
      const taken = new Set();
      for (const { name, roots } of SHARED_FILES) {
        const unknown = roots.find((path) => !this.getModuleInfo(join(project, path)));
        if (unknown) throw new Error(`no command imports ${unknown}, which is listed in scripts/compile/bundle.js`);
        const modules = modulesToShare(
          roots.map((path) => join(project, path)),
          (id) => this.getModuleInfo(id),
        );
        shared.set(name, new Set(modules.filter((id) => !taken.has(id))));
        for (const id of modules) taken.add(id);
      }
    },
  };
}

/**
 * The given modules and all their static imports, direct and indirect, except modules that no module imports statically. These may be
 * entry points, and loading one would run its command or start the work of a thread.
 */
function modulesToShare(roots, infoOf) {
  const found = new Set();
  const find = (id) => {
    const info = infoOf(id);
    if (!info || info.isExternal || found.has(id)) return;
    found.add(id);
    info.importedIds.forEach(find);
  };
  roots.forEach(find);
  return [...found].filter((id) => infoOf(id).importers.length > 0);
}

/** Path of a module relative to the project, with `/`. */
function pathIn(project, id) {
  return relative(project, id).replaceAll(sep, '/');
}

/** Describes an error of the bundler in one line, without its excerpts and colours. */
function describe(project, { message, id, loc }) {
  const [line] = stripVTControlCharacters(message).split('\n');
  const sentence = line.replace(/^\[\w+\] |\.$/g, '');
  if (!id) return sentence;
  return `${pathIn(project, id)}${loc ? `:${loc.line}:${loc.column + 1}` : ''}: ${sentence}`;
}
