/**
 * Bundles the sources of commands: a command that loads two files starts sooner than one that loads thirty. Node strips the types, so a source
 * that runs as it is runs in a bundle too. No module is in two files, and what a source imports lazily is loaded lazily.
 */

import module from 'node:module';
import { basename, extname, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';

/**
 * Files of modules that are loaded together. Each has what its sources import statically, except for what a file above it has. For all other modules
 * the bundler chooses a file.
 */
const SHARED_FILES = [
  {
    /** What a build loads to find out that it has nothing to do, and the little that both `lock` and `threads` need. */
    name: 'quick',
    roots: ['scripts/build.ts', 'src/build/output/write-errors.ts'],
  },
  /** What an unchanged build loads whose files have new times. */
  { name: 'lock', roots: ['src/build/output/lock-output.ts'] },
  /** What a thread of a build loads. */
  { name: 'threads', roots: ['src/build/threads/worker.ts', 'src/build/tasks.ts'] },
  /** What every build loads that has something to do. */
  { name: 'publish', roots: ['src/commands/make-site.ts'] },
  /** What a build loads besides that reads descriptions. */
  { name: 'discover', roots: ['src/build/build-api.ts'] },
];

/**
 * Packages that are bundled: each is larger than what a build uses of it, or takes Node longer to load. With two that are CommonJS, the bundler
 * would put what such modules need into one more file.
 */
const BUNDLED_PACKAGES = ['js-levenshtein', 'simple-statistics'];
/** A source that is started or imported by its URL. */
const SOURCE_URL = /new URL\('(\.\.?\/[^'\n]+\.[jt]s)', import\.meta\.url\)/g;
/** Any other use that a source makes of its URL: a bundle has another one. */
const OWN_URL = /(?<!\.[jt]s', )import\.meta\.url/g;

/**
 * Writes the bundles of commands into a folder that is in the folder of the project: for the command `x`, `x.js` runs `scripts/x.ts`. `texts` has the
 * sources by their paths in the project. Throws an error that names the source if one is not TypeScript that Node can run.
 */
export async function bundle(project, texts, commands, folder) {
  const input = Object.fromEntries(commands.map((name) => [name, join(project, 'scripts', `${name}.ts`)]));
  const stripped = new Map([...texts].map(([path, text]) => [join(project, path), withoutTypes(path, text)]));
  const started = new Set();
  let sharedFiles = [];
  const plugin = {
    name: 'sources',
    resolveId: (to, importer) => {
      const id = importer && /^\.\.?\//.test(to) ? join(importer, '..', to) : to;
      return stripped.has(id) ? id : null;
    },
    load: (id) => (stripped.has(id) ? { code: stripped.get(id), moduleType: 'js' } : null),
    transform: {
      filter: { code: /import\.meta\.url/ },
      handler(code, id, { magicString }) {
        if (!stripped.has(id)) return null;
        for (const { index, 0: found, 1: to } of code.matchAll(SOURCE_URL)) {
          const source = join(id, '..', to);
          const fileName = `${basename(source, extname(source))}.js`;
          if (!started.has(source)) this.emitFile({ type: 'chunk', id: source, fileName });
          started.add(source);
          magicString.overwrite(index, index + found.length, `new URL('./${fileName}', import.meta.url)`);
        }
        for (const { index, 0: found } of code.matchAll(OWN_URL)) {
          magicString.overwrite(
            index,
            index + found.length,
            `new URL('../${pathIn(project, id)}', import.meta.url).href`,
          );
        }
        return { code: magicString };
      },
    },
    buildEnd(error) {
      if (!error) sharedFiles = modulesOfSharedFiles(project, (id) => this.getModuleInfo(id));
    },
  };
  try {
    const built = await rolldown({
      input,
      cwd: project,
      platform: 'node',
      tsconfig: false,
      external: (id) => /^[@\w][^:]|^node:/.test(id) && !BUNDLED_PACKAGES.includes(id),
      plugins: [plugin],
      // Each line of a source is in a bundle, at a place that the source map knows.
      optimization: { inlineConst: false },
      experimental: { nativeMagicString: true },
      logLevel: 'silent',
    });
    await built.write({
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      comments: false,
      minifyInternalExports: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: {
        groups: SHARED_FILES.map(({ name }, index) => ({ name, test: (id) => sharedFiles[index].has(id) })),
      },
    });
    await built.close();
  } catch (error) {
    throw error.errors ? new Error(describe(project, error.errors[0]), { cause: error }) : error;
  }
}

/**
 * The modules of each shared file, by their ids. A module that no other imports statically is not among them: to load it may be to run a command,
 * or a thread.
 */
function modulesOfSharedFiles(project, infoOf) {
  const taken = new Set();
  return SHARED_FILES.map(({ roots }) => {
    const reached = new Set();
    const reach = (id) => {
      const info = infoOf(id);
      if (!info || info.isExternal || reached.has(id)) return;
      reached.add(id);
      info.importedIds.forEach(reach);
    };
    for (const path of roots) {
      if (!infoOf(join(project, path))) throw new Error(`${path}: no command imports it`);
      reach(join(project, path));
    }
    const modules = [...reached].filter((id) => !taken.has(id) && infoOf(id).importers.length > 0);
    for (const id of modules) taken.add(id);
    return new Set(modules);
  });
}

/** The path of a module in the project, with `/`. */
function pathIn(project, id) {
  return relative(project, id).replaceAll(sep, '/');
}

/** A sentence about an error of the bundler, without its excerpts and colours. */
function describe(project, { message, id, loc }) {
  const [sentence] = stripVTControlCharacters(message)
    .replace(/^\[\w+\] /, '')
    .split('\n');
  if (!id) return sentence;
  return `${pathIn(project, id)}${loc ? `:${loc.line}:${loc.column + 1}` : ''}: ${sentence}`;
}

function withoutTypes(path, text) {
  if (!path.endsWith('.ts')) return text;
  try {
    return quietly(() => module.stripTypeScriptTypes(text, { mode: 'strip' }));
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  }
}

/** Does something without Node's warning that stripping types is experimental. */
function quietly(action) {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (rest[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest);
  };
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}
