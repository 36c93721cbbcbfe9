/**
 * Runs a command of `scripts/` by its name: checks that Node is new enough, compiles what has changed into `lib/`, and runs it from there.
 * Without a command that is all: `npm ci` uses it to compile at once.
 *
 * Plain JavaScript that any Node from 12 on can parse, so that an old one ends with a sentence. It runs before every build: it loads no
 * module that Node has not loaded itself, and of each source it looks only at the size and the time of the last change.
 */

const name = process.argv[2];

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
  const sources = listSources(fs);
  const state = stateOf(sources);
  if (isCompiled(fs, state)) start();
  else {
    import('./compile.js')
      .then(({ compile }) => compile(sources, state))
      .then(start, (error) => fail(cannotCompile(error)));
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

/** The files that are compiled, and `compile.js`, with their sizes in bytes and times of their last changes in milliseconds. */
function listSources(fs) {
  const project = process.getBuiltinModule('node:url').fileURLToPath(new URL('..', import.meta.url));
  const sources = [];
  const list = (folder, isWanted, isOpen) => {
    for (const entry of fs.readdirSync(project + folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isOpen(path)) list(path, isWanted, isOpen);
      } else if (isWanted.test(path)) {
        const { size, mtimeMs } = fs.statSync(project + path);
        sources.push({ path, size, mtimeMs });
      }
    }
  };
  list('src', /(?<!\.d)\.(?:[jt]s|wasm)$/, (path) => path !== 'src/site' && path !== 'src/kernel/wasm');
  list('scripts', /\.ts$|\/compile\.js$/, () => false);
  return sources;
}

/** What is remembered of the sources that `lib/` was compiled from. */
function stateOf(sources) {
  const rows = sources.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`);
  return `${process.version}\n${rows.sort().join('\n')}`;
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
