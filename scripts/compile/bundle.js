/**
 * Bundles the sources of commands: a command that loads two files starts sooner than one that loads thirty. No module is in two files, and
 * what a source imports lazily is loaded lazily.
 */

import { basename, extname, isAbsolute, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';

/**
 * Files of modules that are loaded together. Each has what its roots import statically, except for what a file above it has. The bundler
 * chooses the files of all other modules.
 */
const SHARED_FILES = [
  {
    /** What a build loads to find out that it has nothing to do, and what `threads` shares with it. */
    name: 'quick',
    roots: ['scripts/build.ts', 'src/pipeline/output/write-errors.ts'],
  },
  /** What every thread loads, and what descriptions and charts share. */
  { name: 'thread', roots: ['src/pipeline/threads/worker.ts', 'src/contract/documents.ts'] },
  /** What a thread of a build loads. */
  { name: 'threads', roots: ['src/pipeline/threads/worker.ts', 'src/pipeline/tasks.ts'] },
  /** What every build loads if it has something to do. */
  { name: 'publish', roots: ['src/commands/make-site.ts'] },
  /** What a build also loads if it reads descriptions. */
  { name: 'discover', roots: ['src/pipeline/build-api.ts'] },
];

/**
 * Packages that are bundled: a build uses only a part of each, or loads it faster so. Only one of them may be CommonJS: with two, the
 * bundler would add a file for what such modules need.
 */
const BUNDLED_PACKAGES = ['d3-array', 'js-levenshtein', 'simple-statistics'];

/** A source that is started or imported by its URL. */
const SOURCE_URL = /new URL\('(\.\.?\/[^'\n]+\.[jt]s)', import\.meta\.url\)/g;
/** Any other use that a source makes of its URL: a bundle has another one. */
const OTHER_URL = /(?<!\.[jt]s', )import\.meta\.url/g;
const OWN_URL = /import\.meta\.url/;

/**
 * The files of `lib`, by their names, which is a folder of the project: `x.js` for the source that `entries` has for `x`. Each has its
 * source map beside it. Calls `onSource` with the path of each source in the project before it is read. Throws an error that names the
 * source if one is not TypeScript.
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
    // The source map then has a place in a bundle for each line of a source.
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
      // In a scope of this size, code that uses constants and classes would run slower for the checks that they are initialised.
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

/** Lets the sources find each other in bundles, reports them to `onSource`, and fills `shared` with the modules of each shared file. */
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
        if (unknown) throw new Error(`no command imports ${unknown}, which scripts/compile/bundle.js names`);
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
 * Some modules and all that they import statically, except for modules that no other imports statically: loading one of these may run a
 * command or a thread.
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

/** The path of a module in the project, with `/`. */
function pathIn(project, id) {
  return relative(project, id).replaceAll(sep, '/');
}

/** A sentence about an error of the bundler, without its excerpts and colours. */
function describe(project, { message, id, loc }) {
  const [line] = stripVTControlCharacters(message).split('\n');
  const sentence = line.replace(/^\[\w+\] |\.$/g, '');
  if (!id) return sentence;
  return `${pathIn(project, id)}${loc ? `:${loc.line}:${loc.column + 1}` : ''}: ${sentence}`;
}
