#!/usr/bin/env node
/**
 * Runs a command of `scripts/` by its name, from `lib/`: checks that Node is new enough and, in a checkout, compiles the sources if one has
 * changed.
 *
 * Any Node from 12 on can parse it, so an old one ends with a sentence. It runs before every build, so it loads only what Node has loaded
 * itself, and compares only sizes and times to find changed sources.
 */

/** The commands and what they do; `scripts/x.ts` is the command `x`. */
const COMMANDS = {
  init: 'sets up a folder: an example dataset, and the workflow that publishes it',
  add: 'copies a CSV or TSV file into the raw data, and writes a sidecar to fill in',
  check: 'shows what is in the raw data, and what is wrong with it, without building',
  build: 'builds the API and the pages into dist/',
  dev: 'serves the API and the pages live: changes of the raw data show at once',
  start: 'builds, and serves the result with the Node server',
  preview: 'serves the static site of a build as the plainest host of files would',
  merge: 'joins the shards of a build into one output',
};
/** Commands whose source has another name, which works as a command too. */
const SOURCES = { check: 'check-data' };
/** Other sources that are compiled with the commands: the help, and a module of the package that shares code with them. */
const MODULES = { help: 'scripts/help.ts', astro: 'src/astro/almanac.ts' };
/** Only compiles. `npm ci` runs it at its end. */
const PREPARE = 'prepare';

// "help build" asks for what "build --help" prints.
if (process.argv[2] === 'help' && process.argv.length > 3) process.argv.splice(2, 2, process.argv[3], '--help');
const name = process.argv[2];

// Importing node:fs would load more of Node than the rest of this file does, but old versions have no other way.
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
  } else if (name !== PREPARE && typeof WebAssembly === 'undefined') {
    fail(
      'Almanac needs WebAssembly, which Node lacks with --jitless: leave out that option on the command line and in NODE_OPTIONS.',
    );
  } else {
    const project = process.getBuiltinModule('node:url').fileURLToPath(new URL('..', import.meta.url));
    const cache = isPackage || !isWritable(fs, project) ? usersCache(fs) : `${project}node_modules/.cache/almanac`;
    if (isPackage || isCompiled(fs, project)) start(project, cache);
    else {
      const names = Object.keys(COMMANDS).map(sourceOf);
      const entries = { ...MODULES, ...Object.fromEntries(names.map((it) => [it, `scripts/${it}.ts`])) };
      import('./compile/compile.js')
        .then(({ compile }) => compile(entries, (path) => stampOf(fs, project + path)))
        .then(
          () => start(project, cache),
          (error) => fail(cannotCompile(error)),
        );
    }
  }
}

/** The name of a command's source, without its ending; null if there is no such command. */
function sourceOf(command) {
  if (Object.values(SOURCES).includes(command)) return command;
  return Object.keys(COMMANDS).includes(command) ? SOURCES[command] || command : null;
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
    : `, or run "npm ci" without "--omit=dev", so that npm installs a suitable one for its commands`;
  return `Almanac needs Node ${needed}, and this is Node ${process.versions.node}: install Node ${newest}${other}.`;
}

function cannotCompile({ message, syscall }) {
  const advice = syscall
    ? `: let this user write to the folder of the project, or run "npm ci" there as a user who may`
    : '';
  return `Almanac cannot compile its sources into lib: ${message}${advice}.`;
}

function fail(message) {
  // A path in it must not give orders to a terminal.
  console.error(message.replace(/\p{Cc}/gu, '\uFFFD'));
  process.exitCode = 1;
}

/** Size in bytes, and time of the last change in milliseconds; empty if there is no such file. */
function stampOf(fs, path) {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
}

/** True if `lib/` was compiled, on this version of Node, from the sources as they are; `compile.js` has listed these. */
function isCompiled(fs, project) {
  try {
    const [version, ...rows] = fs.readFileSync(`${project}lib/.compiled`, 'utf8').split('\n');
    return version === process.version && rows.every((row) => isUnchanged(fs, project, row.split('\t')));
  } catch {
    return false;
  }
}

function isUnchanged(fs, project, [path, stamp]) {
  return stampOf(fs, project + path) === stamp;
}

function isWritable(fs, folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The user's cache folder; undefined if it cannot be made, or if others may write to it. */
function usersCache(fs) {
  const { homedir } = process.getBuiltinModule('node:os');
  const { isAbsolute, join } = process.getBuiltinModule('node:path');
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  try {
    let usual = '.cache';
    if (process.platform === 'darwin') usual = 'Library/Caches';
    if (process.platform === 'win32') usual = 'AppData/Local';
    // A user without a name has no home.
    const ofUser = () => (LOCALAPPDATA && process.platform === 'win32' ? LOCALAPPDATA : join(homedir(), usual));
    const folder = join(XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : ofUser(), 'almanac');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(folder);
    // Node runs what it finds there.
    return process.getuid && (uid !== process.getuid() || mode & 0o022) ? undefined : folder;
  } catch {
    return undefined;
  }
}

/**
 * Runs the command as if Node had been started with its compiled file, and with the compile cache. `project` is the folder that has `lib/`.
 */
function start(project, cache) {
  if (name === PREPARE) return;
  if (cache) process.getBuiltinModule('node:module').enableCompileCache(cache);
  const source = sourceOf(name);
  const file = `${project}lib/${source || 'help'}.js`;
  if (source) process.argv.splice(1, 2, file);
  // A process that ends before its command has finished must not look like a success.
  process.exitCode = 13;
  import(process.getBuiltinModule('node:url').pathToFileURL(file).href)
    .then((loaded) => (source ? undefined : loaded.explain(COMMANDS, name)))
    .then(
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
