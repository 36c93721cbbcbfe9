/**
 * Runs a command of `scripts/` by its name: checks that Node is new enough, compiles what has changed into `lib/`, and runs it from there.
 * Without a command that is all: `npm ci` uses it to compile at once.
 *
 * Plain JavaScript that any Node from 12 on can parse, so that an old one ends with a sentence. It runs before every build: it loads no
 * module that Node has not loaded itself, and of each source it looks only at the size and the time of the last change.
 */

const name = process.argv[2];

/** Folders of files that are for others: Astro, the compiler of the kernel, and a Node that runs TypeScript. */
const NOT_COMPILED = ['src/site', 'src/kernel/wasm', 'scripts/bench'];
const IS_SOURCE = /^(?!run\.js$|\.).*(?<!\.d)\.(?:[jt]s|wasm)$/;

// An import of node:fs would load more of Node than the rest of this file does. Old versions of Node know no other way.
if (process.getBuiltinModule) run(process.getBuiltinModule('node:fs'));
else import('node:fs').then(run);

function run(fs) {
  const { engines } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (!isInRange(process.versions.node, engines.node)) {
    // An installation succeeds on any Node; the first command says what is missing.
    if (name) fail(tooOld(engines.node));
    return;
  }
  const state = stateOfSources(fs);
  if (isCompiled(fs, state)) start();
  else {
    import('./compile.js').then(({ compile }) => compile(state)).then(start, (error) => fail(cannotCompile(error)));
  }
}

/** True if a version of Node is in a range such as `^22.13.0 || >=24.0.0`; patches do not count. */
function isInRange(version, range) {
  const [major, minor] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [leastMajor, leastMinor] = part.match(/\d+/g).map(Number);
    if (major === leastMajor) return minor >= leastMinor;
    return part.includes('>=') && major > leastMajor;
  });
}

function tooOld(range) {
  const needed = range
    .replace(/\^(\d+)\.(\d+)\.\d+/g, '$1.$2 or a later $1')
    .replace(/>=(\d+)\.\d+\.\d+/g, '$1 or later')
    .replace(/ \|\| /g, ', or ');
  const [newest] = /\d+(?=\.\d+\.\d+$)/.exec(range);
  return `Almanac needs Node ${needed}, and this is Node ${process.versions.node}: install Node ${newest}, or run "npm ci" without "--omit=dev", which brings a fitting one for the commands of npm.`;
}

function cannotCompile({ message, syscall }) {
  const cure = syscall
    ? `: let this user write to the folder of the project, or run "npm ci" there as one who may`
    : '';
  return `Almanac cannot compile its sources into lib: ${message}${cure}.`;
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

/**
 * The version of Node, and a line for each file that is compiled, and for `compile.js`: its path in the project, its size in bytes, and the
 * time of its last change in milliseconds.
 */
function stateOfSources(fs) {
  const project = process.getBuiltinModule('node:url').fileURLToPath(new URL('..', import.meta.url));
  const rows = [];
  const list = (folder) => {
    for (const name of namesIn(fs, project + folder)) {
      const path = `${folder}/${name}`;
      // To ask the system which of them are folders would take as long again.
      if (!name.includes('.')) {
        if (!NOT_COMPILED.includes(path)) list(path);
      } else if (IS_SOURCE.test(name)) {
        const stats = fs.statSync(project + path, { throwIfNoEntry: false });
        if (stats) rows.push(`${path}\t${stats.size}\t${stats.mtimeMs}`);
      }
    }
  };
  list('src');
  list('scripts');
  return `${process.version}\n${rows.sort().join('\n')}`;
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

/** True if `lib/` was compiled from sources in a state. The first line of what it remembers is for `compile.js`. */
function isCompiled(fs, state) {
  try {
    const text = fs.readFileSync(new URL('../lib/.compiled', import.meta.url), 'utf8');
    return text.slice(text.indexOf('\n') + 1) === state;
  } catch {
    return false;
  }
}

/** Runs the command as if its compiled file was run; what Node compiles of it, it keeps for the next time. */
function start() {
  if (!name) return;
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url)));
  const file = new URL(`../lib/scripts/${name}.js`, import.meta.url);
  process.argv.splice(1, 2, fileURLToPath(file));
  // A command that waits for nothing any more, and has not finished, must not look like a success.
  process.exitCode = 13;
  import(file.href).then(() => {
    if (process.exitCode === 13) process.exitCode = undefined;
  });
}
