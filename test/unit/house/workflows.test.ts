import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

/*
 * What a workflow may do, and what it may run. The rules are those of GitHub's guide to secure use of Actions: pin to commits, give each
 * job the least permissions, and never put a context into a script, which would run what is in it.
 */

type Permissions = string | Record<string, string>;

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  uses?: string;
  permissions?: Permissions;
  steps?: Step[];
}

interface Workflow {
  on: unknown;
  permissions?: Permissions;
  jobs: Record<string, Job>;
}

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/** What is wrong with a workflow, each in a sentence. */
function mistakesOf(text: string): string[] {
  const { on, permissions, jobs } = parse(text) as Workflow;
  const mistakes: string[] = [];
  const triggers = Array.isArray(on) ? on : typeof on === 'string' ? [on] : Object.keys(on as object);
  if (triggers.some((trigger) => trigger === 'pull_request_target' || trigger === 'workflow_run'))
    mistakes.push('it runs the code of others with the rights of the repository');
  if (JSON.stringify(permissions) !== '{}') mistakes.push('jobs get permissions that they do not ask for');
  // The version that a commit belongs to is a comment, so that a person, or a bot, can raise it.
  for (const [line] of text.matchAll(/^.*\buses:.*$/gm))
    if (!/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)) mistakes.push(`no commit with its version: ${line.trim()}`);
  for (const [name, job] of Object.entries(jobs)) mistakes.push(...mistakesOfJob(name, job));
  return mistakes;
}

function mistakesOfJob(name: string, { uses, permissions, steps = [] }: Job): string[] {
  const mistakes: string[] = [];
  if (typeof permissions !== 'object') mistakes.push(`${name} does not list its permissions`);
  const mayWrite = typeof permissions === 'string' || Object.values(permissions ?? {}).includes('write');
  if (uses !== undefined && !PINNED.test(uses)) mistakes.push(`${name} is not pinned`);
  for (const step of steps) {
    if (step.uses !== undefined && !PINNED.test(step.uses)) mistakes.push(`${step.uses} is not pinned`);
    if (step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false)
      mistakes.push(`${name} leaves its token in the checkout`);
    if (
      step.uses?.startsWith('actions/setup-node@') &&
      (step.with?.cache || step.with?.['package-manager-cache'] !== false)
    )
      mistakes.push(`${name} takes packages from a cache that other runs fill`);
    if (step.run === undefined) continue;
    if (mayWrite) mistakes.push(`${name} may write, and runs ${step.run}`);
    if (step.run.includes('${{')) mistakes.push(`${name} puts a context into a script: ${step.run}`);
    if (/\bnpm (?:ci|i|install)\b/.test(step.run) && !/\bnpm ci\b.*--ignore-scripts\b/.test(step.run))
      mistakes.push(`${name} runs the scripts of packages: ${step.run}`);
  }
  return mistakes;
}

const paths = globSync('.github/{workflows,actions}/**/*.{yml,yaml}').sort();

test('there are workflows', () => {
  expect(paths).toContain('.github/workflows/publish.yml');
});

test.each(paths)('%s follows the rules', (path) => {
  expect(mistakesOf(readFileSync(path, 'utf8'))).toEqual([]);
});

describe('a workflow is refused if', () => {
  const text = readFileSync('.github/workflows/publish.yml', 'utf8');

  test.each([
    ['an action has a tag', / # v5\.0\.0|(?<=checkout@)[0-9a-f]{40}/g, 'v5', 'not pinned'],
    ['an action has a short commit', /(?<=checkout@08c6903)[0-9a-f]+/g, '', 'not pinned'],
    ['a commit has no version', / # v4\.0\.5/, '', 'no commit with its version'],
    ['a checkout keeps its token', /persist-credentials: false/, 'persist-credentials: true', 'leaves its token'],
    ['a checkout says nothing of its token', /persist-credentials: false/, 'fetch-depth: 1', 'leaves its token'],
    ['all jobs get permissions', /^permissions: \{\}/m, 'permissions: write-all', 'do not ask for'],
    ['a job does not list its permissions', / {4}permissions:\n {6}contents: read\n/, '', 'does not list'],
    ['a job that runs commands may write', /contents: read/, 'contents: write', 'may write, and runs'],
    [
      'a job that runs commands may do anything',
      /permissions:\n +contents: read/,
      'permissions: write-all',
      'may write',
    ],
    ['a context is put into a script', /"\$SITE"/, '"$' + '{{ github.event.repository.name }}"', 'into a script'],
    ['packages run scripts', / --ignore-scripts/, '', 'runs the scripts'],
    ['packages are not those of the lock file', /npm ci --omit=dev/, 'npm install', 'runs the scripts'],
    ['packages come from a cache', /package-manager-cache: false/, 'cache: npm', 'cache'],
    ['anybody can start it', /workflow_dispatch:/, 'pull_request_target:', 'code of others'],
  ])('%s', (_, pattern, replacement, mistake) => {
    const changed = text.replace(pattern, () => replacement);
    expect(changed).not.toBe(text);
    expect(mistakesOf(changed).join('\n')).toContain(mistake);
  });
});
