import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { digestOf } from '../../../src/pipeline/files/file-digest.ts';
import { ENVIRONMENT } from '../builds/run-build.ts';
import { type Context, evaluateExpression, type Functions, fillIn } from './expressions.ts';

/*
 * A machine that runs jobs of workflows as GitHub does: steps with their environment, outputs and summary, composite actions, and the
 * actions that this project uses, each in a form that does what its documentation says with folders of this machine. Whatever else a
 * workflow says is refused. `npm ci` and `npm install` need no registry: they link this project, as the package `almanac` for others.
 */

export interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
  with?: Record<string, string | number | boolean>;
}

export interface Job {
  if?: string;
  /** What the token of the job may do; absent for a job of a test, which may do all. */
  permissions?: Record<string, string>;
  steps: Step[];
  outputs?: Record<string, string>;
  strategy?: { matrix: { part: number[] } };
}

interface CompositeAction {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

/** A repository on GitHub, with what its jobs leave behind. */
export interface Repository {
  /** What is checked out. */
  files: string;
  /** Folder of the checkout. It is empty when a job begins, and has the same path on every machine. */
  workspace: string;
  /** Outputs of configure-pages. */
  pages: Readonly<Record<'base_url' | 'origin' | 'base_path', string>>;
  /** Contexts beside those that a run makes. */
  contexts: Context;
  /** Caches by their keys, the newest last. */
  caches: Map<string, string>;
  /** Folder of the artifacts of a run. */
  artifacts: string;
  /** What `npx almanac` runs; absent for this project. */
  program?: string;
  /** Scripts of Bash that stand for other programs of the machine, by name. */
  tools?: Readonly<Record<string, string>>;
  /** What the last job with deploy-pages published; null before. */
  published: string | null;
}

/** What a job did. */
export interface Ran {
  isOk: boolean;
  /** Standard output and standard error of all steps. */
  log: string;
  /** What the steps wrote for the page of the run, in Markdown. */
  summary: string;
  /** The checkout. */
  workspace: string;
  outputs: Record<string, string>;
  /** Arguments of each `npm ci` and `npm install`. */
  installed: string[];
}

/** The program that `npx almanac`, and the action, run. */
const PROGRAM = resolve('scripts/run.js');

const IDENTITY = {
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'the token',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.invalid',
};

/** A folder that is removed after the test. */
export function temporary(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'almanac-runner-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Machine {
  repository: Repository;
  contexts: Context;
  ran: Ran;
  temp: string;
  /** Variables by which every step can get a token that proves the identity of the job, as far as the job may have one. */
  identity: Readonly<Record<string, string>>;
  /** What to do when the job has succeeded. */
  atEnd: (() => void)[];
}

interface Scope {
  machine: Machine;
  /** Values that the steps of this job, or of this composite action, see. */
  contexts: Context;
  steps: Record<string, { outputs: Record<string, string> }>;
  /** Folder of the action whose steps these are; null for those of a job. */
  action: string | null;
}

/** Runs a job of a repository on a new machine; null if its condition leaves it out. `more` are contexts of this job. */
export function runJob(repository: Repository, job: Job, more: Context = {}): Ran | null {
  const { workspace } = repository;
  fs.rmSync(workspace, { recursive: true, force: true });
  fs.mkdirSync(workspace);
  const contexts = { ...repository.contexts, runner: { os: 'Linux', arch: 'X64' }, ...more };
  const ran: Ran = { isOk: true, log: '', summary: '', workspace, outputs: {}, installed: [] };
  const mayHaveIdentity = job.permissions === undefined || job.permissions['id-token'] === 'write';
  const identity = mayHaveIdentity ? IDENTITY : {};
  const machine: Machine = { repository, contexts, ran, temp: temporary(), identity, atEnd: [] };
  const scope: Scope = { machine, contexts, steps: {}, action: null };
  if (job.if !== undefined && !evaluate(job.if, scope)) return null;
  runSteps(job.steps, scope);
  if (ran.isOk) for (const action of machine.atEnd.reverse()) action();
  for (const [name, value] of Object.entries(job.outputs ?? {})) ran.outputs[name] = fill(value, scope);
  return ran;
}

/** The jobs of a workflow. */
export function jobsOf(path: string): Record<string, Job> {
  return (parse(fs.readFileSync(path, 'utf8')) as { jobs: Record<string, Job> }).jobs;
}

function functionsIn({ machine }: Scope): Functions {
  const { workspace } = machine.ran;
  return {
    format: (text = '', ...given) => text.replace(/\{(\d)\}/g, (_, at: string) => given[Number(at)] ?? ''),
    toJSON: (text) => text,
    cancelled: () => false,
    hashFiles: (...patterns) => {
      const found = fs
        .globSync(patterns, { cwd: workspace })
        .filter((path) => fs.statSync(join(workspace, path)).isFile());
      return found.length === 0
        ? ''
        : digestOf(Buffer.concat(found.sort().map((path) => fs.readFileSync(join(workspace, path)))));
    },
  };
}

function evaluate(expression: string, scope: Scope) {
  return evaluateExpression(expression, { ...scope.contexts, steps: scope.steps }, functionsIn(scope));
}

function fill(text: string, scope: Scope): string {
  return fillIn(text, { ...scope.contexts, steps: scope.steps }, functionsIn(scope));
}

function runSteps(steps: readonly Step[], scope: Scope): void {
  const { ran } = scope.machine;
  // A step that does not run has no outputs.
  for (const { id } of steps) if (id !== undefined) scope.steps[id] = { outputs: {} };
  for (const step of steps) {
    // A step without a condition is left out once a step has failed.
    if (!ran.isOk) return;
    if (step.if !== undefined && !evaluate(step.if, scope)) continue;
    const outputs = step.run === undefined ? useAction(step, scope) : runScript(step.run, step, scope);
    if (step.id !== undefined) scope.steps[step.id] = { outputs };
  }
}

/** Runs a script, and returns the outputs that it wrote. */
function runScript(script: string, { env = {}, shell }: Step, scope: Scope): Record<string, string> {
  const { action } = scope;
  const { ran, temp, identity, repository } = scope.machine;
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')];
  for (const file of [output, summary]) fs.writeFileSync(file, '');
  const given = Object.entries(env).map(([name, value]) => [name, fill(String(value), scope)]);
  // As GitHub runs a step that names no shell, and one that names bash.
  const options = shell === undefined ? ['-e'] : ['--noprofile', '--norc', '-eo', 'pipefail'];
  if (shell !== undefined && shell !== 'bash') throw new Error(`${shell} is not a shell that is known here`);
  const { status, stdout, stderr } = spawnSync('bash', [...options, '-c', script], {
    cwd: ran.workspace,
    encoding: 'utf8',
    // Bash takes a socket, which Node would give it, for a login from elsewhere, and runs the user's .bashrc.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...ENVIRONMENT,
      PATH: `${programsIn(temp, repository)}:${ENVIRONMENT.PATH}`,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: ran.workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: temp,
      ...identity,
      ...(action === null ? {} : { GITHUB_ACTION_PATH: action }),
      ...Object.fromEntries(given),
    },
  });
  ran.log += stdout + stderr;
  ran.summary += fs.readFileSync(summary, 'utf8');
  ran.installed = fs.existsSync(join(temp, 'installed'))
    ? fs.readFileSync(join(temp, 'installed'), 'utf8').trimEnd().split('\n')
    : [];
  ran.isOk = status === 0;
  return Object.fromEntries(
    fs
      .readFileSync(output, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]])),
  );
}

/**
 * A folder with the tools of a repository and a program `npm` that links this project instead of installing packages, and is the real one otherwise. A folder whose
 * package.json is that of this project gets its packages.
 */
function programsIn(temp: string, { program = PROGRAM, tools = {} }: Repository): string {
  const folder = join(temp, 'bin');
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(folder);
  const real = execFileSync('bash', ['-c', 'command -v npm'], { env: ENVIRONMENT, encoding: 'utf8' }).trim();
  fs.writeFileSync(
    join(folder, 'npm'),
    `#!/bin/bash
case "$1" in
  ci|install)
    echo "$*" >> '${join(temp, 'installed')}'
    if [ "$1" = ci ] && ! [ -f package-lock.json ]; then echo 'npm ci needs a lock file' >&2; exit 1; fi
    if grep -q '"name": "almanac"' package.json; then [ -e node_modules ] || ln -s '${resolve('node_modules')}' node_modules
    else
      mkdir -p node_modules/.bin
      ln -sf '${resolve('.')}' node_modules/almanac
      ln -sf '${program}' node_modules/.bin/almanac
    fi ;;
  *) exec '${real}' "$@" ;;
esac
`,
  );
  for (const [name, script] of Object.entries(tools)) fs.writeFileSync(join(folder, name), `#!/bin/bash\n${script}`);
  for (const name of ['npm', ...Object.keys(tools)]) fs.chmodSync(join(folder, name), 0o755);
  return folder;
}

/** Does what an action does, and returns its outputs. */
function useAction({ uses = '', with: given = {} }: Step, scope: Scope): Record<string, string> {
  const { machine } = scope;
  const { repository, ran, atEnd } = machine;
  const input = (name: string): string => fill(String(given[name] ?? ''), scope);
  const inWorkspace = (name: string): string => join(ran.workspace, input(name));
  // The actions that upload files leave out hidden ones, unless the step says otherwise.
  const filter = (path: string): boolean => !basename(path).startsWith('.');
  const upload = (name: string): void => {
    if (!fs.existsSync(inWorkspace('path'))) throw new Error(`no folder ${input('path')} to upload`);
    fs.cpSync(inWorkspace('path'), join(repository.artifacts, name), { recursive: true, filter });
  };
  switch (uses.split('@')[0]) {
    case './':
      return useOwnAction(given, scope);
    case 'actions/checkout':
      // Git sets no times.
      fs.cpSync(repository.files, ran.workspace, { recursive: true, verbatimSymlinks: true });
      // The index of a real checkout knows the times of its files.
      if (fs.existsSync(join(ran.workspace, '.git')))
        execFileSync('git', ['update-index', '-q', '--refresh'], { cwd: ran.workspace });
      return {};
    case 'actions/configure-pages':
      return repository.pages;
    case 'actions/setup-node':
      return { 'node-version': process.version };
    case 'actions/cache': {
      const [key, path] = [input('key'), input('path')];
      if (key.includes(',') || key.length > 512) throw new Error(`GitHub takes no key such as ${key}`);
      const prefixes = input('restore-keys')
        .split('\n')
        .filter((it) => it !== '');
      const keys = [...repository.caches.keys()].reverse();
      const found = [key, ...prefixes].map((it) => keys.find((one) => one.startsWith(it))).find((it) => it);
      const archive = found === undefined ? undefined : repository.caches.get(found);
      if (archive !== undefined) tar(['-xf', archive, '-P', '-C', ran.workspace]);
      if (!repository.caches.has(key)) atEnd.push(() => keep(repository, key, ran.workspace, path));
      return { 'cache-hit': String(found === key) };
    }
    case 'actions/upload-artifact':
      upload(input('name'));
      return {};
    case 'actions/download-artifact': {
      if (given.name !== undefined) {
        fs.cpSync(join(repository.artifacts, input('name')), inWorkspace('path'), { recursive: true });
        return {};
      }
      const start = input('pattern').replace('*', '');
      for (const name of fs.readdirSync(repository.artifacts).filter((it) => it.startsWith(start)))
        fs.cpSync(join(repository.artifacts, name), join(inWorkspace('path'), name), { recursive: true });
      return {};
    }
    case 'actions/upload-pages-artifact':
      upload('github-pages');
      return {};
    case 'actions/deploy-pages':
      repository.published = join(repository.artifacts, 'github-pages');
      if (!fs.existsSync(repository.published)) throw new Error('no artifact to deploy');
      return { page_url: `${repository.pages.base_url}/` };
    default:
      throw new Error(`${uses} is not an action that is known here`);
  }
}

/** Keeps a folder as the cache does, whose archives have the times of files. */
function keep({ caches }: Repository, key: string, workspace: string, path: string): void {
  const archive = join(temporary(), 'cache.tar');
  tar(['--posix', '-cf', archive, '-P', '-C', workspace, path]);
  caches.set(key, archive);
}

function tar(args: readonly string[]): void {
  execFileSync('tar', args, { stdio: 'pipe' });
}

/** Runs the action of this project, which is part of the checkout. */
function useOwnAction(given: NonNullable<Step['with']>, scope: Scope): Record<string, string> {
  const { machine } = scope;
  const folder = machine.ran.workspace;
  const { inputs, outputs, runs } = parse(fs.readFileSync(join(folder, 'action.yml'), 'utf8')) as CompositeAction;
  if (runs.using !== 'composite') throw new Error(`${runs.using} is not a kind of action that is known here`);
  for (const name of Object.keys(given)) if (!(name in inputs)) throw new Error(`the action has no input ${name}`);
  const values = Object.entries(inputs).map(([name, it]) => [name, fill(String(given[name] ?? it.default), scope)]);
  const contexts = { ...machine.contexts, inputs: Object.fromEntries(values) };
  const inner: Scope = { machine, contexts, steps: {}, action: folder };
  runSteps(runs.steps, inner);
  return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, fill(value, inner)]));
}
