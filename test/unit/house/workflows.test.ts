import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

/*
 * What workflows and the action may do, and what they may run. The rules are those of GitHub's guide to secure use of Actions: pin to
 * commits, give each job the least permissions, and never put a context into a script, which would run its content.
 * test/system/deploy/tokens.test.ts runs the jobs, and checks that no build sees the token with which its job may deploy.
 */

type Permissions = string | Record<string, string>;

interface Step {
  uses?: string;
  run?: string;
  shell?: string;
  with?: Record<string, unknown>;
}

interface Job {
  uses?: string;
  if?: string;
  permissions?: Permissions;
  steps?: Step[];
}

interface Workflow {
  on: unknown;
  permissions?: Permissions;
  jobs: Record<string, Job>;
}

/** The action of this repository. */
interface CompositeAction {
  runs: { using: string; steps: Step[] };
}

/** The actions that may be used, each with its commit and the version that it belongs to: one for all files. */
const KNOWN: Readonly<Record<string, readonly [commit: string, version: string]>> = {
  'actions/cache': ['0057852bfaa89a56745cba8c7296529d2fc39830', 'v4.3.0'],
  'actions/checkout': ['08c6903cd8c0fde910a37f88322edcfb5dd907a8', 'v5.0.0'],
  'actions/configure-pages': ['983d7736d9b0ae728b81ab479565c72886d7745b', 'v5.0.0'],
  'actions/deploy-pages': ['d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e', 'v4.0.5'],
  'actions/download-artifact': ['634f93cb2916e3fdff6788551b99b062d0335ce0', 'v5.0.0'],
  'actions/setup-node': ['a0853c24544627f65ddf259abe73b1d18a591444', 'v5.0.0'],
  'actions/upload-artifact': ['ea165f8d65b6e75b540449e92b4886f43607fa02', 'v4.6.2'],
  'actions/upload-pages-artifact': ['7b1f4a764d45c48632c6b24a0339c27f5614fb0b', 'v4.0.0'],
};
/** The action of this repository itself, from the commit that is checked out. */
const OWN = './';

/** What a job needs to deploy to Pages. One that builds too may write nothing else. */
const DEPLOYS = { contents: 'read', pages: 'write', 'id-token': 'write' };
/** What a job needs to commit, to open a pull request and to start another workflow. It may run nothing that comes from a package. */
const COMMITS = { actions: 'write', contents: 'write', 'pull-requests': 'write' };
const INSTALLS = /\bnpm (?:ci|i|install)\b/;

/** What is wrong with a workflow, each in a sentence. */
function mistakesOf(text: string): string[] {
  const { on, permissions, jobs } = parse(text) as Workflow;
  const mistakes = mistakesOfPins(text);
  const triggers = Array.isArray(on) ? on : typeof on === 'string' ? [on] : Object.keys(on as object);
  if (triggers.some((trigger) => trigger === 'pull_request_target' || trigger === 'workflow_run'))
    mistakes.push('it runs the code of others with the rights of the repository');
  if (JSON.stringify(permissions) !== '{}') mistakes.push('jobs get permissions that they do not ask for');
  for (const [name, job] of Object.entries(jobs))
    mistakes.push(...mistakesOfJob(name, job, triggers.includes('pull_request')));
  return mistakes;
}

/** The version that a commit belongs to is a comment, so that a person, or a bot, can raise it. */
function mistakesOfPins(text: string): string[] {
  return Array.from(text.matchAll(/^.*\buses: *(\S+).*$/gm)).flatMap(([line, used = '']) => {
    if (used === OWN) return [];
    const [name = '', commit] = used.split('@');
    const [known, version] = KNOWN[name] ?? [];
    if (known === undefined) return [`${name} is not known`];
    if (commit !== known) return [`${used} is not pinned to the commit of ${version}`];
    return line.endsWith(` # ${version}`) ? [] : [`no commit with its version: ${line.trim()}`];
  });
}

function mistakesOfJob(name: string, { uses, if: condition, permissions, steps = [] }: Job, isOfPulls: boolean) {
  const mistakes: string[] = [];
  if (uses !== undefined) mistakes.push(`${name} is somebody else's job`);
  if (typeof permissions !== 'object') mistakes.push(`${name} does not list its permissions`);
  const mayWrite = typeof permissions === 'string' || Object.values(permissions ?? {}).includes('write');
  if (mayWrite && isOfPulls && !/^github\.event_name != 'pull_request' && /.test(condition ?? ''))
    mistakes.push(`${name} may write, and runs for pull requests`);
  const builds = steps.filter(({ run, uses }) => uses === OWN || (run !== undefined && !INSTALLS.test(run)));
  const mayOnly = (these: object): boolean => JSON.stringify(permissions) === JSON.stringify(these);
  if (mayWrite && builds.length > 0 && !mayOnly(DEPLOYS) && !(mayOnly(COMMITS) && !steps.some(runsPackages)))
    mistakes.push(`${name} may write more than Pages, and runs commands`);
  return [...mistakes, ...steps.flatMap((step) => mistakesOfStep(name, step))];
}

function runsPackages({ uses, run = '' }: Step): boolean {
  return uses === OWN || uses?.startsWith('actions/setup-node@') || /\b(?:npm|npx|node|almanac)\b/.test(run);
}

function mistakesOfStep(name: string, { uses, run, with: given }: Step): string[] {
  const mistakes: string[] = [];
  if (uses?.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false)
    mistakes.push(`${name} leaves its token in the checkout`);
  if (uses?.startsWith('actions/setup-node@') && (given?.cache || given?.['package-manager-cache'] !== false))
    mistakes.push(`${name} takes packages from a cache that other runs fill`);
  if (uses?.startsWith('actions/cache@') && /node_modules|\.npm/.test(String(given?.path)))
    mistakes.push(`${name} takes packages from a cache that other runs fill`);
  if (run === undefined) return mistakes;
  if (run.includes('${{')) mistakes.push(`${name} puts a context into a script: ${run}`);
  for (const { 0: command, index } of run.matchAll(/\bnpm (?:ci|i|install)\b[^;\n]*/g)) {
    if (!command.includes(' --ignore-scripts')) mistakes.push(`${name} runs the scripts of packages: ${command}`);
    // Without a lock file there is only what package.json says, or the exact version that a person names.
    const isExact = command.includes('"almanac@$VERSION"');
    const isWithoutLock = /if \[ -f package-lock\.json \]; then npm ci [^;\n]*[;\s]+else $/.test(run.slice(0, index));
    if (!command.startsWith('npm ci') && !isExact && !isWithoutLock)
      mistakes.push(`${name} installs what no lock file names: ${command}`);
  }
  return mistakes;
}

/** What is wrong with a composite action. It may run in a job that deploys. */
function mistakesOfAction(text: string): string[] {
  const { runs } = parse(text) as CompositeAction;
  return [
    ...mistakesOfPins(text),
    ...runs.steps.flatMap((step) => mistakesOfStep('the action', step)),
    ...runs.steps.flatMap(({ run, shell }) => (run === undefined || shell === 'bash' ? [] : [`no shell for: ${run}`])),
  ];
}

const TEMPLATE = 'src/commands/init/template/github/workflows/publish.yml';
const UPDATE = 'src/commands/init/template/github/workflows/update.yml';
const paths = [...globSync('.github/**/*.{yml,yaml}').sort(), TEMPLATE, UPDATE];

test('there are workflows for this repository, for a large catalogue, and for those who begin one', () => {
  expect(paths).toEqual(['.github/workflows/publish-shards.yml', '.github/workflows/publish.yml', TEMPLATE, UPDATE]);
});

test.each(paths)('%s follows the rules', (path) => {
  expect(mistakesOf(readFileSync(path, 'utf8'))).toEqual([]);
});

test('the action follows the rules, and every input and output is explained', () => {
  const text = readFileSync('action.yml', 'utf8');
  expect(mistakesOfAction(text)).toEqual([]);
  const { inputs, outputs } = parse(text) as Record<string, Record<string, { description?: string }>>;
  for (const [name, { description }] of Object.entries({ ...inputs, ...outputs }))
    expect(description?.length, name).toBeGreaterThan(10);
  const guide = readFileSync('docs/deploy.md', 'utf8');
  for (const name of Object.keys({ ...inputs, ...outputs })) expect(guide, name).toContain(`\`${name}\``);
});

describe('a workflow is refused if', () => {
  const shards = readFileSync('.github/workflows/publish-shards.yml', 'utf8');
  const single = readFileSync(TEMPLATE, 'utf8');
  const update = readFileSync(UPDATE, 'utf8');

  test.each<readonly [string, string, RegExp, string, string]>([
    ['an action has a tag', shards, /(?<=checkout@)[0-9a-f]{40}/g, 'v5', 'not pinned'],
    ['a commit has no version', shards, / # v4\.0\.5/, '', 'no commit with its version'],
    [
      'a checkout keeps its token',
      shards,
      /persist-credentials: false/,
      'persist-credentials: true',
      'leaves its token',
    ],
    ['a job does not list its permissions', shards, / {4}permissions:\n {6}contents: read\n/, '', 'does not list'],
    ['a job that runs commands may write', shards, /contents: read/, 'contents: write', 'may write more than Pages'],
    ['a job that installs may commit', update, /contents: read/, 'contents: write', 'may write more than Pages'],
    ['a job that commits runs a package', update, /gh auth setup-git/, 'npx x', 'may write more than Pages'],
    ['a context is put into a script', shards, /"\$SITE"/, '"$' + '{{ github.ref }}"', 'into a script'],
    ['packages run scripts', shards, / --ignore-scripts/, '', 'runs the scripts'],
    ['packages come from a cache', shards, /package-manager-cache: false/, 'cache: npm', 'cache'],
    ['anybody can start it', shards, /workflow_dispatch:/, 'pull_request_target:', 'code of others'],
    ['pull requests run a job that may write', single, /github\.event_name != 'pull_request' && /, '', 'pull requests'],
  ])('%s', (_, text, pattern, replacement, mistake) => {
    const changed = text.replace(pattern, () => replacement);
    expect(changed).not.toBe(text);
    expect(mistakesOf(changed).join('\n')).toContain(mistake);
  });
});

describe('an action is refused if', () => {
  const action = readFileSync('action.yml', 'utf8');

  test.each<readonly [string, RegExp, string, string]>([
    ['an input is put into a script', /"\$RAW_DATA"/, '"$' + '{{ inputs.raw-data }}"', 'into a script'],
    ['a step has no shell', /shell: bash\n/, 'shell: sh\n', 'no shell'],
    ['packages run scripts', / --ignore-scripts/, '', 'runs the scripts'],
    ['any version may be installed', /"almanac@\$VERSION"/, 'almanac@latest', 'no lock file names'],
    ['an action has a tag', /(?<=cache@)[0-9a-f]{40}/, 'v4', 'not pinned'],
  ])('%s', (_, pattern, replacement, mistake) => {
    const changed = action.replace(pattern, () => replacement);
    expect(changed).not.toBe(action);
    expect(mistakesOfAction(changed).join('\n')).toContain(mistake);
  });
});
