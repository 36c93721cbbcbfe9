#!/usr/bin/env node
/**
 * Runs a command of `scripts/` by name, from its compiled file in `lib/`. Checks that Node is new enough and, in a checkout, first compiles
 * the sources if any has changed.
 *
 * Any Node from 12 on can parse this file, so that an old version fails with a helpful message. It runs before every command, so it uses
 * only modules that Node has already loaded, and detects changed sources by their sizes and modification times alone.
 */

/** The commands and their descriptions. The source of a command `x` is `scripts/x.ts`, unless it is listed in `SOURCES`. */
const COMMANDS = {
  init: 'sets up a folder with an example dataset and the workflow that publishes it',
  add: 'copies CSV, TSV or .xlsx files into the raw data and writes sidecars to fill in',
  update: 'fetches new editions of the datasets whose sidecars say where they come from',
  accept: 'accepts editions of datasets that differ from the last ones, so that they are published',
  check: 'checks the raw data without building: shows its columns and problems',
  build: 'builds the API and the pages into dist/',
  dev: 'serves the API and the pages live: changes to the raw data take effect immediately',
  start: 'builds the site and serves it with the Node server',
  preview: 'serves the static site of a build like a plain file host',
  merge: 'joins the shards of a build into one output',
};
/** Commands whose source has a different name. That name also works as a command. */
const SOURCES = { check: 'check-data' };
/** More sources to compile: the help and the Astro integration. They share code with the commands. */
const MODULES = { help: 'scripts/help.ts', astro: 'src/astro/almanac.ts' };
/** Command that only compiles. `npm ci` runs it as its last step. */
const PREPARE = 'prepare';

// "help build" is an alias of "build --help".
if (process.argv[2] === 'help' && process.argv.length > 3) process.argv.splice(2, 2, process.argv[3], '--help');
const name = process.argv[2];

// `getBuiltinModule` loads less of Node than `import` does, but old versions do not have it.
if (process.getBuiltinModule) run(process.getBuiltinModule('node:fs'));
else import('node:fs').then(run);

function run(fs) {
  const manifest = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const needed = manifest.engines.node;
  // The published package is compiled and does not contain the compiler.
  const isPackage = !fs.existsSync(new URL('compile/compile.js', import.meta.url));
  if (name === 'version' || name === '--version') console.log(manifest.version);
  else if (!hasWorkingFolder()) {
    fail(
      'The folder in which Almanac was started no longer exists: change to a folder that does, with cd, and try again.',
    );
  } else if (!isInRange(process.versions.node, needed)) {
    // Installing succeeds with any Node, so that the first command can report the problem.
    if (name !== PREPARE) fail(tooOld(needed, isPackage));
  } else if (name !== PREPARE && typeof WebAssembly === 'undefined') {
    fail(
      'Almanac needs WebAssembly, which --jitless disables: remove that option from the command line and from NODE_OPTIONS.',
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

/** The name of a command's source, without its extension; null if there is no such command. */
function sourceOf(command) {
  if (Object.values(SOURCES).includes(command)) return command;
  return Object.keys(COMMANDS).includes(command) ? SOURCES[command] || command : null;
}

/** True if a version of Node is in a range such as `^22.13.0 || >=24.0.0`; patch versions are ignored. */
function isInRange(version, range) {
  const [major, minor] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [minMajor, minMinor] = part.match(/\d+/g).map(Number);
    if (major === minMajor) return minor >= minMinor;
    return part.includes('>=') && major > minMajor;
  });
}

function tooOld(range, isPackage) {
  const needed = range
    .replace(/\^(\d+)\.(\d+)\.\d+/g, '$1.$2 or a later $1.x')
    .replace(/>=(\d+)\.\d+\.\d+/g, '$1 or later')
    .replace(/ \|\| /g, ', or ');
  const [newest] = /\d+(?=\.\d+\.\d+$)/.exec(range);
  const other = isPackage
    ? ''
    : `, or run "npm ci" without "--omit=dev", so that npm installs a suitable Node and runs commands with it`;
  return `Almanac needs Node ${needed}, but this is Node ${process.versions.node}: install Node ${newest}${other}.`;
}

function hasWorkingFolder() {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

/** The message for an error that comes from a limit on files or memory, wherever it occurs; null for any other. Loads no module. */
function overLimit(error) {
  const { message, code, cause } = Object(error);
  const [, reason] = LIMITS.find(([pattern]) => pattern.test(`${code} ${message}`)) || [];
  if (reason) return `${reason}, and try again. The system’s message: ${message}`;
  return cause ? overLimit(cause) : null;
}

/** Patterns of errors of Node, V8 and threads. */
const LIMITS = [
  [
    /\bE[MN]FILE\b|too many open files/i,
    'Almanac may not open as many files at once as it needs: raise the limit, with ulimit -n 1024',
  ],
  [
    /\bENOMEM\b|OUT_OF_MEMORY|MEMORY_ALLOCATION|allocation failed|could not allocate|unable to grow|out of memory|stopped responding|ERR_WORKER_INIT_FAILED/i,
    'Almanac needs more memory than it may have: close other programs, raise the limit (ulimit -v, --max-old-space-size or that of the ' +
      'container), or read with fewer threads (--threads 1)',
  ],
];

function cannotCompile({ message, syscall }) {
  const advice = syscall
    ? `. If you cannot write to the project folder, change its permissions or run "npm ci" there as a user who can`
    : '';
  return `Almanac cannot compile its sources into lib: ${message}${advice}.`;
}

function fail(message) {
  // The message may contain a path, whose control characters must not affect the terminal.
  console.error(message.replace(/\p{Cc}/gu, '\uFFFD'));
  process.exitCode = 1;
}

/** Size in bytes and modification time in milliseconds; empty if there is no such file. */
function stampOf(fs, path) {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
}

/** True if `lib/` was compiled by this version of Node, and the files listed in `lib/.compiled` have not changed since. */
function isCompiled(fs, project) {
  try {
    const [version, ...rows] = fs.readFileSync(`${project}lib/.compiled`, 'utf8').split('\n');
    const files = rows.map((row) => row.split('\t'));
    return version === process.version && files.every(([path, stamp]) => stampOf(fs, project + path) === stamp);
  } catch {
    return false;
  }
}

function isWritable(fs, folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Almanac's folder in the user's cache; undefined if it cannot be created, or if another user owns it or can write to it. */
function usersCache(fs) {
  const { homedir } = process.getBuiltinModule('node:os');
  const { isAbsolute, join } = process.getBuiltinModule('node:path');
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  try {
    let usual = '.cache';
    if (process.platform === 'darwin') usual = 'Library/Caches';
    if (process.platform === 'win32') usual = 'AppData/Local';
    // Called only if needed, since `homedir` may throw for a user ID that has no account.
    const ofUser = () => (LOCALAPPDATA && process.platform === 'win32' ? LOCALAPPDATA : join(homedir(), usual));
    const folder = join(XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : ofUser(), 'almanac');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(folder);
    // Node runs the code that it finds in the cache, so the folder must not be writable by other users.
    return process.getuid && (uid !== process.getuid() || mode & 0o022) ? undefined : folder;
  } catch {
    return undefined;
  }
}

/** Runs the command as if Node had been started with its compiled file, using the compile cache in `cache`. `project` contains `lib/`. */
function start(project, cache) {
  if (name === PREPARE) return;
  if (cache) process.getBuiltinModule('node:module').enableCompileCache(cache);
  const source = sourceOf(name);
  const file = `${project}lib/${source || 'help'}.js`;
  if (source) process.argv.splice(1, 2, file);
  // A process that ends before its command has finished must not look successful.
  process.exitCode = 13;
  import(process.getBuiltinModule('node:url').pathToFileURL(file).href)
    .then((loaded) => (source ? undefined : loaded.explain(COMMANDS, name)))
    .then(
      () => {
        if (process.exitCode === 13) process.exitCode = undefined;
      },
      async (error) => {
        const limit = overLimit(error);
        if (limit) return fail(limit);
        const { nameSources } = await import('./compile/name-sources.js');
        nameSources(error, `${project}lib`);
        throw error;
      },
    );
}
