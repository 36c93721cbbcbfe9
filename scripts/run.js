#!/usr/bin/env node
/**
 * Runs a command of `scripts/` by its name: checks that Node is new enough, compiles the sources into `lib/` if one has changed, and runs
 * the command from there. In an installed package, where `lib/` is compiled already, it runs the command from a copy that this user may write.
 *
 * It is JavaScript that any Node from 12 on can parse, so that an old one ends with a sentence. It runs before every build, so it loads
 * nothing that Node has not loaded itself, and sees by sizes and times alone whether a source has changed.
 */

/** The commands, each with what it does; `scripts/x.ts` is the command `x`. */
const COMMANDS = {
  init: 'sets up a folder: an example dataset, and what publishes it',
  add: 'copies a CSV or TSV file into the raw data, and writes a sidecar to fill in',
  check: 'shows what is in the raw data, and what is wrong with it, without building',
  build: 'builds the API and the pages into dist/',
  dev: 'serves the API and the pages live: changes of the raw data show at once',
  start: 'builds, and serves the result with the Node server',
  preview: 'serves the static site of a build as the plainest host of files would',
  merge: 'joins the shards of a build into one output',
  bench: 'measures builds and serving on this machine, beside other programs',
};
/** Commands whose source has another name, which is understood too. */
const SOURCES = { check: 'check-data' };
/** What is compiled with the commands: what a package exports, and what the help loads. */
const MODULES = {
  astro: 'src/astro/astro-integration.ts',
  calling: 'src/pipeline/calling.ts',
  suggest: 'src/suggestions/suggest.ts',
};
/** A file that only the mirror of a package has. */
const MIRRORED = 'installed-packages.txt';
/** Compiles only: what `npm ci` does at its end. */
const PREPARE = 'prepare';

// "help build" asks for what "build --help" prints.
if (process.argv[2] === 'help' && process.argv.length > 3) process.argv.splice(2, 2, process.argv[3], '--help');
const name = process.argv[2];

/** Folders whose files are copied, or compiled by something else: Astro, the kernel's compiler, or a Node that runs TypeScript. */
const NOT_COMPILED = [
  'src/commands/init/template',
  'src/site',
  'src/kernel/wasm',
  'scripts/bench/peers/astro',
  'scripts/bench/peers/node_modules',
  'scripts/client',
  'scripts/licences',
  'scripts/package',
  'scripts/screenshots',
  'scripts/soak',
];
const IS_SOURCE = /^(?!\.).*(?<!\.d)\.[jt]s$/;

/** What says which packages are compiled with the sources. */
const PACKAGES = ['package.json', 'package-lock.json'];

/** Folders of the project that commands write to. */
const WRITTEN = ['', '.almanac', '.astro'];

// An import of node:fs would load more of Node than the rest of this file does. Old versions of Node have no other way.
if (process.getBuiltinModule) run(process.getBuiltinModule('node:fs'));
else import('node:fs').then(run);

function run(fs) {
  const manifest = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const needed = manifest.engines.node;
  // A package comes compiled, without its compiler.
  const isPackage = !fs.existsSync(new URL('compile/compile.js', import.meta.url));
  if (name === 'version' || name === '--version') console.log(manifest.version);
  else if (!isInRange(process.versions.node, needed)) {
    // An installation succeeds on any Node; the first command says what is missing.
    if (name !== PREPARE) fail(tooOld(needed, isPackage));
  } else if (name !== PREPARE && sourceOf(name) === null) explain(name, manifest, isPackage);
  else if (name !== PREPARE && typeof WebAssembly === 'undefined') {
    fail(
      'Almanac needs WebAssembly, which Node lacks if it runs with --jitless: leave out that option, on the command line and in NODE_OPTIONS.',
    );
  } else {
    const project = process.getBuiltinModule('node:url').fileURLToPath(new URL('..', import.meta.url));
    if (!isPackage) runFromCheckout(fs, project);
    else if (fs.existsSync(project + MIRRORED)) start(project);
    else runFromMirror(project, manifest);
  }
}

/** The name of a command's source, without its ending; null if there is no such command. */
function sourceOf(command) {
  if (Object.values(SOURCES).includes(command)) return command;
  return Object.keys(COMMANDS).includes(command) ? SOURCES[command] || command : null;
}

/** Prints the help, or that there is no such command. */
function explain(command, manifest, isPackage) {
  const project = process.getBuiltinModule('node:url').fileURLToPath(new URL('..', import.meta.url));
  import('./checkout/help.js').then(async ({ helpText, unknownCommand }) => {
    // A package comes compiled, so what it loads for this is there.
    const program = isPackage ? (await import('../lib/calling.js')).programOf() : 'node scripts/run.js';
    if (command !== undefined && !['help', '--help', '-h'].includes(command)) {
      const names = Object.keys(COMMANDS);
      // A checkout that has not been compiled yet names no command.
      const nearest = await import('../lib/suggest.js').then(
        (it) => it.didYouMean(command, names),
        () => '',
      );
      fail(unknownCommand(command, nearest, names, program), 2);
      return;
    }
    // A path in it must not give orders to a terminal.
    const safe = project.replace(/\p{Cc}/gu, '\uFFFD');
    process.stdout.write(helpText(COMMANDS, { program, project: safe, manifest }));
  });
}

function runFromCheckout(fs, project) {
  if (name !== PREPARE && !isWritable(fs, project)) runMirror(project);
  else if (isCompiled(fs, project)) start(project);
  else {
    const entries = Object.keys(COMMANDS).map((command) => [sourceOf(command), `scripts/${sourceOf(command)}.ts`]);
    import('./compile/compile.js')
      .then(({ compile }) => compile(stateOfSources(fs, project), [...entries, ...Object.entries(MODULES)]))
      .then(
        () => start(project),
        (error) => fail(cannotCompile(error)),
      );
  }
}

/** Runs a command of an installed package. */
function runFromMirror(project, manifest) {
  import('./checkout/installed-package.js')
    .then(({ mirrorOfPackage }) => mirrorOfPackage(project, manifest))
    .then(start, (error) =>
      fail(
        `Almanac cannot be run from ${project}: ${error.message}. It needs its packages, and a folder for its cache that this user may write; XDG_CACHE_HOME names another one.`,
      ),
    );
}

/** Whether this user may write to the project. */
function isWritable(fs, project) {
  return WRITTEN.every((folder) => {
    try {
      fs.accessSync(project + folder, fs.constants.W_OK);
      return true;
    } catch (error) {
      return error.code === 'ENOENT';
    }
  });
}

/** Runs the command from a copy of the project that this user may write. */
function runMirror(project) {
  import('./checkout/mirror.js')
    .then(({ mirror }) => mirror(project))
    .then(
      (copy) => import(process.getBuiltinModule('node:url').pathToFileURL(`${copy}scripts/run.js`).href),
      (error) =>
        fail(
          `Almanac may not write to its own folder, ${project}, nor to a cache folder of this user: ${error.message}. Let this user write to one of them; XDG_CACHE_HOME names another cache folder.`,
        ),
    );
}

/** True if a version of Node is in a range such as `^22.13.0 || >=24.0.0`; patch versions do not count. */
function isInRange(version, range) {
  const [major, minor] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [leastMajor, leastMinor] = part.match(/\d+/g).map(Number);
    if (major === leastMajor) return minor >= leastMinor;
    return part.includes('>=') && major > leastMajor;
  });
}

function tooOld(range, isPackage) {
  const needed = range
    .replace(/\^(\d+)\.(\d+)\.\d+/g, '$1.$2 or a later $1')
    .replace(/>=(\d+)\.\d+\.\d+/g, '$1 or later')
    .replace(/ \|\| /g, ', or ');
  const [newest] = /\d+(?=\.\d+\.\d+$)/.exec(range);
  const other = isPackage
    ? ''
    : `, or run "npm ci" without "--omit=dev", which brings a suitable one for npm's commands`;
  return `Almanac needs Node ${needed}, and this is Node ${process.versions.node}: install Node ${newest}${other}.`;
}

function cannotCompile({ message, syscall }) {
  const advice = syscall
    ? `: let this user write to the folder of the project, or run "npm ci" there as a user who may`
    : '';
  return `Almanac cannot compile its sources into lib: ${message}${advice}.`;
}

/** Ends with 1, or with 2 if the command was called wrongly. */
function fail(message, code = 1) {
  // A path in it must not give orders to a terminal.
  console.error(message.replace(/\p{Cc}/gu, '\uFFFD'));
  process.exitCode = code;
}

/**
 * The version of Node, and a line for `compile.js`, for each source, for each folder of sources, and for what says which packages there are: its path
 * in the project, and its stamp. A folder's stamp changes when a file is added or removed.
 */
function stateOfSources(fs, project) {
  const rows = [];
  const list = (folder) => {
    rows.push(`${folder}/\t${stampOf(fs, project + folder, true)}`);
    for (const entry of namesIn(fs, project + folder)) {
      const path = `${folder}/${entry}`;
      // Asking the system which entries are folders would take as long again.
      if (!entry.includes('.')) {
        if (!NOT_COMPILED.includes(path)) list(path);
      } else if (IS_SOURCE.test(entry)) rows.push(`${path}\t${stampOf(fs, project + path, false)}`);
    }
  };
  list('src');
  list('scripts');
  for (const path of PACKAGES) {
    const stamp = stampOf(fs, project + path, false);
    if (stamp) rows.push(`${path}\t${stamp}`);
  }
  return `${process.version}\n${rows.sort().join('\n')}`;
}

/** Size in bytes, unless it is a folder, and time of the last change in milliseconds; empty if nothing is there. */
function stampOf(fs, path, isFolder) {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  if (!stats) return '';
  return isFolder ? String(stats.mtimeMs) : `${stats.size} ${stats.mtimeMs}`;
}

/** Names in a folder; none if it is a file, or an editor's that is gone already. */
function namesIn(fs, folder) {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOTDIR' || error.code === 'ENOENT') return [];
    throw error;
  }
}

/** True if `lib/` was compiled from the sources as they are. The first line of what it records is for `compile.js`. */
function isCompiled(fs, project) {
  try {
    const [, version, ...rows] = fs.readFileSync(`${project}lib/.compiled`, 'utf8').split('\n');
    return version === process.version && rows.every((row) => isUnchanged(fs, project, row.split('\t')));
  } catch {
    return false;
  }
}

function isUnchanged(fs, project, [path, stamp]) {
  return stampOf(fs, project + path, path.endsWith('/')) === stamp;
}

/** Runs the command as if Node had been started with its compiled file, and with the compile cache. `project` is the folder that has `lib/`. */
function start(project) {
  if (name === PREPARE) return;
  process.getBuiltinModule('node:module').enableCompileCache(`${project}node_modules/.cache/almanac`);
  const file = `${project}lib/${sourceOf(name)}.js`;
  process.argv.splice(1, 2, file);
  // A process that ends before its command has finished must not look like a success.
  process.exitCode = 13;
  import(process.getBuiltinModule('node:url').pathToFileURL(file).href).then(
    () => {
      if (process.exitCode === 13) process.exitCode = undefined;
    },
    async (error) => {
      const { nameSources } = await import('./compile/name-sources.js');
      nameSources(error, `${project}lib`);
      throw error;
    },
  );
}
